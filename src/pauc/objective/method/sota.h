#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"
#include "pauc/objective/threshold_options.h"

namespace pauc {

struct Objective;

/// SOTA: two-way partial AUC over TPR >= alpha and FPR <= beta, by CVaR-DRO twice.
///
///   min over w, s, pi  max over u in [0, 1]:
///   pi + 1/(n+ (1 - alpha)) sum_i u_i ( s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ - pi )
///
/// By default two cuts serve all pairs: a quantile of the negatives' recent scores and one of the positives'. The pairs
/// inside both are the ones that count at the optimum, for a loss that falls with the gap. There are no further
/// variables and no stages, and any optimiser will do.
///
/// With `thresholds` = own: zhu2022, supplement, Algorithm 4, stagewise primal-dual steps. 1/(2 gamma) |.|^2 pulls each
/// stage towards its start, and a stage ends at the average of its iterates. The objective steps s, pi and u; the
/// `proximal` optimiser steps w. Departures: s and pi start at the batch quantiles. A positive that is not in a batch
/// catches up on its pull when it is next sampled.
struct SotaOptions : PairOptions {
  double fpr_max = 0.3;  ///< largest false-positive rate, beta
  double tpr_min = 0;    ///< smallest true-positive rate, alpha
  /// Whether all pairs share two cuts or each positive has a threshold and a weight of its own.
  Thresholds thresholds = Thresholds::shared;
  double gamma = 100;  ///< own: width of the pull towards the start of a stage; the optimiser needs the same value
  /// Where own thresholds start.
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

/// Options of SOTA by name, for config files and `--help`.
inline const Fields<SotaOptions> kSotaFields = with_pair_fields<SotaOptions>({
    {"fpr_max", &SotaOptions::fpr_max, "largest false-positive rate: beta"},
    {"tpr_min", &SotaOptions::tpr_min, "smallest true-positive rate: alpha"},
    {"thresholds", &SotaOptions::thresholds,
     "shared (two cuts through the scores), own (a threshold per positive, in stages, as in the paper)"},
    {"gamma", &SotaOptions::gamma,
     "own thresholds: width of the pull towards the start of a stage; the optimiser needs the same value"},
    {"threshold_init", &SotaOptions::threshold_init,
     "where own thresholds start: quantile (of the first batch), zero (the paper)"},
});

/// Makes SOTA. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SotaOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
