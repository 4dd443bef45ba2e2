#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"

namespace pauc {

struct Objective;

// SOPA-s: one-way partial AUC by KL-DRO, soft weights instead of a cut.
//
//   F(w) = 1/n+ sum_i lambda log( 1/n- sum_j exp( l(h_i - h_j) / lambda ) )
//
// zhu2022, Algorithm 2. Departs from it: u_i starts at its first batch's mean and the weights use the updated u (the
// printed division by the u before, which starts at 0, is undefined); u is kept as lambda log u, so that nothing
// overflows and another lambda finds it rescaled.
struct SopaSOptions : PairOptions {
  double lambda = 1;
  double gamma0 = 0.9;
};

inline const Fields<SopaSOptions> kSopaSFields = with_pair_fields<SopaSOptions>({
    {"lambda", &SopaSOptions::lambda,
     "softness, in units of the loss: small looks at the hardest negatives, large at all"},
    {"gamma0", &SopaSOptions::gamma0, "rate at which a new batch enters a positive's moving average"},
});

Objective make_objective(const SopaSOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
