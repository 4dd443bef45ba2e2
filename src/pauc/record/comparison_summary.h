#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/mean_deviation.h"
#include "pauc/metric/interval/paired_difference.h"
#include "pauc/record/comparison.h"

namespace pauc::record {

// A method on one target in figures.
struct CellSummary {
  MeanDeviation values;  // n is 0 where no run is there
  // The largest mean of its target among the cells that have all seeds or, where none has, the most: a mean over fewer
  // seeds may be large by luck. Equal means are best together.
  bool is_best = false;
  // Mean minus the best one's, over the seeds that both have; of the first where several are best. None for the best
  // and where they have no seed in common.
  std::optional<PairedDifference> to_best;
  Settings chosen;

  bool is_empty() const { return values.n == 0; }
  // Neither the best nor told to be worse: the interval of the difference does not lie below 0, or too few seeds are
  // there for one.
  bool is_like_best() const;
};

// By method, then by target, both in the order of the comparison; a cell that is not there is empty.
struct ComparisonSummary {
  std::vector<std::vector<CellSummary>> cells;
};

// Of the differences' intervals.
constexpr double kComparisonConfidence = 0.95;

// Refuses two methods of one name, two values of one seed in a cell, and values that are not finite.
ComparisonSummary summarised(const Comparison& comparison);

// A method's cell of this target; null where it has none.
const ComparedCell* cell_on(const ComparedMethod& method, const std::string& target);

}  // namespace pauc::record
