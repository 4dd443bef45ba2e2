#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split.h"

namespace pauc {

// The labelled rows of each part, in the order of the file, and what was left out.
struct SplitRows {
  std::vector<std::int64_t> rows[3];  // by Part
  std::int64_t unlabelled = 0;
  std::int64_t unparsable = 0;
  std::int64_t duplicates = 0;          // of an earlier row, for a split by scaffold
  std::int64_t positives_left_out = 0;  // by keep_positive

  const std::vector<std::int64_t>& of(Part part) const { return rows[static_cast<int>(part)]; }
};
SplitRows split_examples(const Examples& examples, const DataOptions& options);

// A sentence on groups whose rows are in several parts, as a split column or another way of splitting may leave them;
// empty: there are none.
std::string note_on_groups(const Examples& examples, const SplitRows& split);

// Refuses a part that is empty or has one class only, with what to do about it.
void require_both_classes(const Examples& examples, const SplitRows& split, const DataOptions& options);

}  // namespace pauc
