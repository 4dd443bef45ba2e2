#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// Top-push: positives above the highest negative, also called the infinite push (Agarwal 2011; Li, Jin, Zhou 2014).
///
///   F(w) = 1/n+ sum_i l(h_i - max_j h_j)
///
/// It is SOPA at fpr_max = 1/n-. A mini-batch rarely contains the highest negative, so the latest scores of `recent`
/// negatives are remembered, and the highest of them counts, with weight (number remembered)/B-, in the batches that
/// contain it. A full batch gives the exact gradient, whatever `recent` is.
struct TopPushOptions : PairOptions {
  std::int64_t recent = 2048;  ///< number of negatives whose latest scores are remembered
};

/// Options of top-push by name, for config files and `--help`.
inline const Fields<TopPushOptions> kTopPushFields = with_pair_fields<TopPushOptions>({
    {"recent", &TopPushOptions::recent, "number of negatives whose latest scores are remembered"},
});

/// Makes top-push. `examples` is the number of training examples (slots); throws UserError if an option is out of
/// range.
Objective make_objective(const TopPushOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
