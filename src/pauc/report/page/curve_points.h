#pragma once

#include <optional>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/metric/evaluation.h"

namespace pauc::report {

// A curve as a reader can walk along it: what is called positive when the threshold falls from point to point. The
// first point calls nothing positive and has no threshold.
struct CurvePoints {
  std::vector<double> thresholds;               // [k - 1], descending
  std::vector<double> negatives;                // [k] called positive, in mass
  std::vector<double> positives;                // [k]
  std::vector<std::optional<Interval>> tpr_ci;  // [k]
};

// All points of a small curve. Of a large one so many that neighbours differ by some 2 % of their FPR or 0.2 % of TPR,
// and among them every operating point of the evaluation and what these further thresholds call positive. Intervals are
// those of the evaluation, at the points where it has one: the highest of each FPR.
CurvePoints curve_points(const ScoreEvaluation& score, Span<const double> thresholds = {});

// Whether points were left out.
bool is_thinned(const ScoreEvaluation& score);

}  // namespace pauc::report
