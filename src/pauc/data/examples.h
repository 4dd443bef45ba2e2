#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/content.h"
#include "pauc/data/options.h"
#include "pauc/data/row_facts.h"

namespace pauc {

// Everything that was read: the rows of the file and, behind them, those of a separate test file.
struct Examples {
  std::string kind;                // name in the registry
  std::vector<std::string> files;  // what was read
  Content content;
  RowFacts facts;
  std::vector<std::string> notes;  // what a reader should be told

  std::int64_t rows() const { return static_cast<std::int64_t>(facts.labels.size()); }
};

// Reads the data, of the kind that was asked for or, "auto", that its content shows.
Examples load_examples(const DataOptions& options);

}  // namespace pauc
