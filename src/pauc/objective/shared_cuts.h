#pragma once

#include "pauc/objective/pair/pairs.h"

namespace pauc {

// A step with cuts that all pairs share, for FPR in [fpr_min, fpr_max] and TPR >= tpr_min. For a loss that falls with
// the gap, the largest losses of every positive are those of the same negatives: the ones above the
// (1 - fpr_max)-quantile of the negatives' scores, which is estimated from recent scores (recent_scores.h). A quantile
// of the positives' scores finds the lowest positives in the same way. The gradient is that of
//
//   1/((1 - tpr_min) (fpr_max - fpr_min) B+ B-) sum_ij r_i c_j L_ij
//
// where the weights r_i and c_j are 1 inside the region, 0 outside it, and a fraction for scores that tie at a cut. On
// a full batch this is the exact objective. The value is the sum itself.
struct SharedCuts {
  double fpr_min = 0;
  double fpr_max = 1;
  double tpr_min = 0;
  std::int64_t examples = 0;  // in the training set

  void add_to(State& state) const;
  Loss step(const Pairs& pairs, State& state) const;
};

}  // namespace pauc
