#pragma once

#include <optional>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/metric/evaluation.h"

namespace pauc::report {

// The points of a curve that a reader can select, with falling thresholds. The first point calls nothing positive and
// has no threshold.
struct CurvePoints {
  std::vector<double> thresholds;               // [k - 1], descending
  std::vector<double> negatives;                // [k] called positive, in mass
  std::vector<double> positives;                // [k]
  std::vector<std::optional<Interval>> tpr_ci;  // [k]
  std::vector<double> effective_negatives;      // [k] of the evaluation; empty if it has none
};

// All points of a small curve. For a large one, neighbours differ by about 2 % of their FPR or 0.2 % of TPR, and the
// points include every operating point of the evaluation and those of the given thresholds. Intervals are those of the
// evaluation, at the points that have one: the highest point of each FPR.
CurvePoints curve_points(const ScoreEvaluation& score, Span<const double> thresholds = {});

// Whether points were left out.
bool is_thinned(const ScoreEvaluation& score);

}  // namespace pauc::report
