#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"
#include "pauc/objective/threshold_options.h"

namespace pauc {

struct Objective;

/// SOPA: one-way partial AUC over FPR in [fpr_min, fpr_max], by CVaR-DRO.
///
///   F(w, s) = 1/n+ sum_i [ s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ ]
///
/// zhu2022, Algorithm 1, with `thresholds` = own. Departures: `threshold_lr` replaces eta_2 / n+ and scales with the
/// loss (`threshold_step` is the paper's constant); s_i starts at the batch quantile, and a step does not pass the best
/// threshold of the batch; losses that tie at s_i share the place that is left; with fpr_min > 0 a second threshold per
/// positive excludes the pairs above the range.
///
/// By default all positives share one cut, the (1 - beta)-quantile q of the negatives' recent scores: s_i = l(h_i - q)
/// at the optimum, for every i. It waits for no visits of single positives. Ranges have two cuts, and the objective is
/// (b1 CVaR_b1 - b0 CVaR_b0) / (b1 - b0). With fpr_max = 1/n- it is the infinite push.
struct SopaOptions : PairOptions {
  double fpr_min = 0;    ///< lower end of the range of false-positive rates
  double fpr_max = 0.3;  ///< upper end, beta
  /// Whether positives share one cut or have thresholds of their own.
  Thresholds thresholds = Thresholds::shared;
  double threshold_lr = 1;    ///< step size of own thresholds, in units of beta x mean batch loss
  double threshold_step = 0;  ///< constant step size of own thresholds, the paper's eta_2 / n+; 0: threshold_lr
  /// Where a positive's own threshold starts.
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

/// Options of SOPA by name, for config files and `--help`.
inline const Fields<SopaOptions> kSopaFields = with_pair_fields<SopaOptions>({
    {"fpr_min", &SopaOptions::fpr_min, "lower end of the range of false-positive rates"},
    {"fpr_max", &SopaOptions::fpr_max, "upper end of the range: beta"},
    {"thresholds", &SopaOptions::thresholds,
     "shared (one cut through the negatives' scores), own (a threshold per positive, as in the paper)"},
    {"threshold_lr", &SopaOptions::threshold_lr, "step size of own thresholds, in units of fpr_max x mean batch loss"},
    {"threshold_step", &SopaOptions::threshold_step,
     "constant step size of own thresholds, as in the paper; 0: use threshold_lr"},
    {"threshold_init", &SopaOptions::threshold_init,
     "where own thresholds start: quantile (of the first batch), zero (the paper)"},
});

/// Makes SOPA. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SopaOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
