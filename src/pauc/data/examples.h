#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/content.h"
#include "pauc/data/options.h"
#include "pauc/data/row_facts.h"

namespace pauc {

/// All rows of the data file, followed by the rows of the separate test file if there is one.
struct Examples {
  /// Name of the kind of data, as in `dataset_registry()`.
  std::string kind;
  /// Files that were read.
  std::vector<std::string> files;
  /// Inputs of the rows.
  Content content;
  /// Labels, ids, weights, groups and parts of the rows.
  RowFacts facts;
  /// Messages for the user.
  std::vector<std::string> notes;
  /// Messages about how the texts of columns were read: the findings of the columns in words.
  std::vector<std::string> column_notes;

  /// Number of rows.
  std::int64_t rows() const { return static_cast<std::int64_t>(facts.labels.size()); }
};

/// Reads the data. `options.kind` is their kind; "auto" recognises it by their content.
Examples load_examples(const DataOptions& options);

}  // namespace pauc
