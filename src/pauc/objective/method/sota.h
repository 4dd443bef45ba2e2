#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"
#include "pauc/objective/threshold_init.h"

namespace pauc {

struct Objective;

/// SOTA: two-way partial AUC over TPR >= alpha and FPR <= beta, by CVaR-DRO twice.
///
///   min over w, s, pi  max over u in [0, 1]:
///   pi + 1/(n+ (1 - alpha)) sum_i u_i ( s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ - pi )
///
/// zhu2022, supplement, Algorithm 4: stagewise primal-dual steps. 1/(2 gamma) |.|^2 pulls each stage towards its start,
/// and a stage ends at the average of its iterates. The objective steps s, pi and u; the `proximal` optimiser steps w.
/// Departures: s and pi start at the batch quantiles. A positive that is not in a batch catches up on its pull when it
/// is next sampled.
struct SotaOptions : PairOptions {
  double fpr_max = 0.3;  ///< largest false-positive rate, beta
  double tpr_min = 0;    ///< smallest true-positive rate, alpha
  double gamma = 100;    ///< width of the pull towards the start of a stage; the optimiser needs the same value
  /// Where thresholds start.
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

/// Options of SOTA by name, for config files and `--help`.
inline const Fields<SotaOptions> kSotaFields = with_pair_fields<SotaOptions>({
    {"fpr_max", &SotaOptions::fpr_max, "largest false-positive rate: beta"},
    {"tpr_min", &SotaOptions::tpr_min, "smallest true-positive rate: alpha"},
    {"gamma", &SotaOptions::gamma,
     "width of the pull towards the start of a stage; the optimiser needs the same value"},
    {"threshold_init", &SotaOptions::threshold_init,
     "where thresholds start: quantile (of the first batch), zero (the paper)"},
});

/// Makes SOTA. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SotaOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
