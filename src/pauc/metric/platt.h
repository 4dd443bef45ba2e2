#pragma once

#include "pauc/metric/cases.h"

namespace pauc {

// Probability of the positive class: 1 / (1 + exp(-(slope score + shift))).
struct Platt {
  double slope = 1;
  double shift = 0;

  double probability(double score) const;
};

// Fitted by maximum likelihood on held-out scores, with targets (n+ + 1)/(n+ + 2) and 1/(n- + 2) instead of 1 and 0, so
// that separable scores give a finite slope (Platt 1999; Newton's steps as in Lin, Lin, Weng 2007).
Platt fit_platt(const Cases& cases);

}  // namespace pauc
