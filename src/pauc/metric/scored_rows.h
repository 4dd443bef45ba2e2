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
  std::vector<std::uint32_t> groups;         // empty: every row is its own group
  std::int64_t group_count = 0;

  Cases cases(std::size_t column) const { return {labels, columns[column], weights}; }
};

// Refuses lists of different sizes, repeated names, group numbers out of range, and everything that `check(Cases)`
// refuses. Then leaves out rows of weight 0, scales the weights to a mean of 1 and renumbers the remaining groups from
// 0.
ScoredRows prepared(ScoredRows rows);

}  // namespace pauc
