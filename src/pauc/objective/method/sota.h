#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"
#include "pauc/objective/threshold_init.h"

namespace pauc {

struct Objective;

// SOTA: two-way partial AUC over TPR >= alpha, FPR <= beta, by CVaR-DRO twice.
//
//   min over w, s, pi  max over u in [0, 1]:
//   pi + 1/(n+ (1 - alpha)) sum_i u_i ( s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ - pi )
//
// zhu2022, supplement, Algorithm 4: stagewise primal-dual steps, each stage held near its start by 1/(2 gamma) |.|^2
// and ended at the average of its iterates. s, pi and u are stepped here, w by the `proximal` optimiser. Departs from
// it: s and pi start at the batch's quantiles. The pull on the s_i that are not in a batch is made up for when they
// are.
struct SotaOptions : PairOptions {
  double fpr_max = 0.3;  // beta
  double tpr_min = 0;    // alpha
  double gamma = 100;
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

inline const Fields<SotaOptions> kSotaFields = with_pair_fields<SotaOptions>({
    {"fpr_max", &SotaOptions::fpr_max, "largest false-positive rate that counts: beta"},
    {"tpr_min", &SotaOptions::tpr_min, "smallest true-positive rate that counts: alpha"},
    {"gamma", &SotaOptions::gamma, "width of the pull towards the start of a stage; the optimiser must have the same"},
    {"threshold_init", &SotaOptions::threshold_init,
     "where thresholds start: quantile (of the first batch), zero (the paper)"},
});

Objective make_objective(const SotaOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
