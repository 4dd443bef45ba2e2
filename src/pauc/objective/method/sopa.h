#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"
#include "pauc/objective/threshold_init.h"

namespace pauc {

struct Objective;

// SOPA: one-way partial AUC over FPR in [fpr_min, fpr_max], by CVaR-DRO.
//
//   F(w, s) = 1/n+ sum_i [ s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ ]
//
// zhu2022, Algorithm 1. Departs from it: `threshold_lr` replaces eta_2 / n+ and scales with the loss; s_i starts at the
// batch's quantile; with fpr_min > 0 a second threshold of each positive shuts out the pairs above the range:
// (b1 CVaR_b1 - b0 CVaR_b0) / (b1 - b0). At fpr_max = 1/n- it is the infinite push.
struct SopaOptions : PairOptions {
  double fpr_min = 0;
  double fpr_max = 0.3;       // beta
  double threshold_lr = 0.2;  // in units of beta x mean batch loss
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

inline const Fields<SopaOptions> kSopaFields = with_pair_fields<SopaOptions>({
    {"fpr_min", &SopaOptions::fpr_min, "lower end of the false-positive rates that count"},
    {"fpr_max", &SopaOptions::fpr_max, "upper end: beta"},
    {"threshold_lr", &SopaOptions::threshold_lr, "step of the thresholds, in units of fpr_max x mean batch loss"},
    {"threshold_init", &SopaOptions::threshold_init,
     "where a positive's threshold starts: quantile (of its first batch), zero (the paper)"},
});

Objective make_objective(const SopaOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
