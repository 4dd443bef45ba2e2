#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// SOTA-s: two-way partial AUC by KL-DRO over the negatives and again over the positives.
///
///   F(w) = lambda2 log( 1/n+ sum_i g_i^(lambda / lambda2) ),   g_i = 1/n- sum_j exp( l(h_i - h_j) / lambda )
///
/// zhu2022, Algorithm 3. Departures: step 4 as printed lacks exp(. / lambda); first visits are exact; the weights use u
/// and v after their update; all sums are in logarithms, and the state holds lambda log u and lambda2 log v.
struct SotaSOptions : PairOptions {
  double lambda = 1;    ///< softness over the negatives
  double lambda2 = 1;   ///< softness over the positives
  double gamma0 = 0.9;  ///< weight of the new batch in a positive's moving average
  double gamma1 = 0.9;  ///< weight of the new batch in the average over the positives
};

/// Options of SOTA-s by name, for config files and `--help`.
inline const Fields<SotaSOptions> kSotaSFields = with_pair_fields<SotaSOptions>({
    {"lambda", &SotaSOptions::lambda, "softness over the negatives, in units of the loss"},
    {"lambda2", &SotaSOptions::lambda2, "softness over the positives, in units of the loss"},
    {"gamma0", &SotaSOptions::gamma0, "weight of the new batch in a positive's moving average"},
    {"gamma1", &SotaSOptions::gamma1, "weight of the new batch in the average over the positives"},
});

/// Makes SOTA-s. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SotaSOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
