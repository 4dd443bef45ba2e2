#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/mean_deviation.h"
#include "pauc/metric/interval/paired_difference.h"
#include "pauc/record/comparison.h"

namespace pauc::record {

// The figures of a method on one target.
struct CellSummary {
  MeanDeviation values;  // n is 0 if no run has finished
  // Whether it has the largest mean of its target. Only cells with all seeds are considered or, if there are none,
  // those with the most seeds: a mean over fewer seeds may be large by luck. Cells with equal means are all best.
  bool is_best = false;
  // Its mean minus that of the best cell (the first one if several are best), over the seeds that both have. Empty for
  // the best cell, and if they share no seed.
  std::optional<PairedDifference> to_best;
  Settings chosen;

  bool is_empty() const { return values.n == 0; }
  // Whether it is not the best but not shown to be worse: the interval of the difference reaches 0, or there are too
  // few seeds for an interval.
  bool is_like_best() const;
};

// By method, then by target, both in the order of the comparison; missing cells are empty.
struct ComparisonSummary {
  std::vector<std::vector<CellSummary>> cells;
};

// Confidence of the intervals of differences.
constexpr double kComparisonConfidence = 0.95;

// Refuses two methods with one name, two values for one seed in a cell, and values that are not finite.
ComparisonSummary summarised(const Comparison& comparison);

// The cell of a method for this target; null if it has none.
const ComparedCell* cell_on(const ComparedMethod& method, const std::string& target);

}  // namespace pauc::record
