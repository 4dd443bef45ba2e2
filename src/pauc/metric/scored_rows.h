#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/cases.h"

namespace pauc {

// Labelled rows with one or more columns of scores.
struct ScoredRows {
  std::vector<std::uint8_t> labels;
  std::vector<std::string> names;            // of the score columns
  std::vector<std::vector<double>> columns;  // [names][n]
  std::vector<double> weights;               // empty: 1 each
  std::vector<std::uint32_t> groups;         // empty: every row by itself
  std::int64_t group_count = 0;

  Cases cases(std::size_t column) const { return {labels, columns[column], weights}; }
};

// Refuses what does not fit together: sizes, names that stand twice, group numbers out of range, and what
// `check(Cases)` refuses. Then leaves out rows of weight 0, scales weights to a mean of 1 and numbers the groups that
// are left from 0 on.
ScoredRows prepared(ScoredRows rows);

}  // namespace pauc
