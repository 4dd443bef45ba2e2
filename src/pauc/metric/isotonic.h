#pragma once

#include <vector>

#include "pauc/metric/cases.h"

namespace pauc {

/// A rising curve from scores to probabilities: straight lines between knots, level beyond the ends.
struct Isotonic {
  std::vector<double> scores;         ///< of the knots, ascending
  std::vector<double> probabilities;  ///< of the knots, never falling

  /// Probability that a case with this score is positive.
  double probability(double score) const;
};

/// Isotonic regression on held-out scores: the rising step function with the least squared error, by pooling adjacent
/// violators. A step has a knot at its lowest and its highest score. The targets are those of Platt scaling,
/// (n+ + 1)/(n+ + 2) and 1/(n- + 2), so no probability is 0 or 1.
Isotonic fit_isotonic(const Cases& cases);

}  // namespace pauc
