#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/table/table.h"
#include "pauc/record/importance.h"
#include "pauc/trainer/run/permuted_scores.h"

namespace pauc {

// The values of one column in some rows.
struct ColumnValues {
  const Column& column;
  std::vector<float> values;  // [rows]
};
ColumnValues values_of(const Table& table, const std::string& name, Span<const std::int64_t> rows);

// The shape of a column's effect: the average score of the rows when they are given a value of each bin.
//
// A permutation gives every row a value at random, so this is the average of the permuted scores by the value that was
// given: partial dependence, without scoring anything again. The mean score plus the average change of the score has
// the same expectation and less noise, and is what is reported. Its interval takes each row as one case, since all
// repeats score it again.
//
// Numbers fall into up to 10 bins with equal numbers of rows, categories into the 12 most frequent and the others.
record::Effect effect_of(const ColumnValues& values, Span<const std::uint8_t> labels, const std::vector<double>& scores,
                         const std::vector<std::vector<double>>& permuted, const Donors& donors, double confidence);

}  // namespace pauc
