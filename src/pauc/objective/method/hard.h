#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// Hard: cross-entropy in which the negatives with the highest scores count more.
///
///   F(w) = sum_k v_k l_k / sum_k v_k,  v = hard_weight for the first hard_share beta n- negatives by score, else 1
///
/// l is the loss of ce. The share is that of the batch's negatives; if it is not a whole number of ranks, the last rank
/// counts with its fraction, and ties at the cut share equally. The hardest negatives are those with the largest
/// losses, so F is convex in the scores, and the step on a full batch is its gradient. It needs no pairs, accepts a
/// batch with one class and has no state.
struct HardOptions {
  double fpr_max = 0.3;    ///< beta
  double hard_weight = 3;  ///< weight of the hardest negatives; all other examples have 1
  double hard_share = 2;   ///< share of the negatives that are the hardest, in units of fpr_max
};

/// Options of hard by name, for config files and `--help`.
inline const Fields<HardOptions> kHardFields = {
    {"fpr_max", &HardOptions::fpr_max, "largest false-positive rate: beta"},
    {"hard_weight", &HardOptions::hard_weight, "weight of the hardest negatives; all other examples have 1"},
    {"hard_share", &HardOptions::hard_share, "share of the negatives that are the hardest, in units of fpr_max"},
};

/// Makes hard. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const HardOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
