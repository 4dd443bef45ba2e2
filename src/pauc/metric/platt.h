#pragma once

#include "pauc/metric/cases.h"

namespace pauc {

/// Platt scaling: the probability of the positive class is 1 / (1 + exp(-(slope score + shift))).
struct Platt {
  double slope = 1;  ///< factor of the score
  double shift = 0;  ///< added to it

  /// Probability that a case with this score is positive.
  double probability(double score) const;
};

/// Fits slope and shift by maximum likelihood on held-out scores. The targets are (n+ + 1)/(n+ + 2) and 1/(n- + 2)
/// instead of 1 and 0, so separable scores give a finite slope (Platt 1999; Newton steps as in Lin, Lin, Weng 2007).
/// n+ and n- are sums of weights whose mean is scaled to 1, so the scale of the weights does not matter. The slope is
/// at least 0: scores that rank the held-out cases backwards do so by chance, and give all cases the same probability.
Platt fit_platt(const Cases& cases);

}  // namespace pauc
