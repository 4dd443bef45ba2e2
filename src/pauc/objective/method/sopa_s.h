#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// SOPA-s: one-way partial AUC by KL-DRO, with soft weights instead of a cut.
///
///   F(w) = 1/n+ sum_i lambda log( 1/n- sum_j exp( l(h_i - h_j) / lambda ) )
///
/// zhu2022, Algorithm 2. Departures: u_i starts at the mean of its first batch, and the weights use the updated u (the
/// paper divides by the previous u, which starts at 0). The state holds lambda log u, so nothing overflows and a new
/// lambda rescales it.
struct SopaSOptions : PairOptions {
  double lambda = 1;    ///< softness: small values look at the hardest negatives, large ones at all
  double gamma0 = 0.9;  ///< weight of the new batch in a positive's moving average
};

/// Options of SOPA-s by name, for config files and `--help`.
inline const Fields<SopaSOptions> kSopaSFields = with_pair_fields<SopaSOptions>({
    {"lambda", &SopaSOptions::lambda,
     "softness, in units of the loss: small looks at the hardest negatives, large at all"},
    {"gamma0", &SopaSOptions::gamma0, "weight of the new batch in a positive's moving average"},
});

/// Makes SOPA-s. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SopaSOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
