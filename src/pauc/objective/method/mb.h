#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// MB: partial AUC of the batch alone (Kar, Narasimhan, Jain 2014).
///
///   F(w) = mean of l(h_i - h_j) over the batch's top negatives and, if tpr_min > 0, its bottom positives
///
/// It remembers nothing and is biased for small batches. If a share is not a whole number of ranks, the last rank
/// counts with its fraction; ties at the cut share equally.
struct MbOptions : PairOptions {
  double top_negatives = 0.3;     ///< share of the batch's negatives that count, from the top
  double bottom_positives = 0.5;  ///< share of the batch's positives that count if two-way, from the bottom
  double tpr_min = 0;             ///< above 0: two-way
};

/// Options of MB by name, for config files and `--help`.
inline const Fields<MbOptions> kMbFields = with_pair_fields<MbOptions>({
    {"top_negatives", &MbOptions::top_negatives, "share of the batch's negatives that count, from the top"},
    {"bottom_positives", &MbOptions::bottom_positives,
     "share of the batch's positives that count when tpr_min > 0, from the bottom"},
    {"tpr_min", &MbOptions::tpr_min, "above 0: two-way"},
});

/// Makes MB. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const MbOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
