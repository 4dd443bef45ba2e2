#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// Where STACO's thresholds start.
enum class StacoStart {
  quantile,  ///< at the quantiles of the first batch
  one,       ///< at 1, as in the paper and in LibAUC
};

/// Names of StacoStart.
template <>
struct Choices<StacoStart> {
  /// value, name
  static constexpr NamedChoice<StacoStart> kNames[] = {{StacoStart::quantile, "quantile"}, {StacoStart::one, "one"}};
};

/// STACO: two-way partial AUC over TPR >= alpha and FPR <= beta, by CVaR-DRO twice, in a single loop (Zhou, Wang, Thai,
/// Yang 2025, "Stochastic Primal-Dual Double Block-Coordinate for Two-way Partial AUC Maximization").
///
///   min over w, s, s'  max over y in [0, 1]:
///   s' + 1/(n+ a) sum_i y_i ( c_i - s' ),   c_i = s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+,   a = 1 - alpha
///
/// A batch moves the y_i and s_i of its own positives and s'; p_ij = [L_ij > s_i]:
///
///   1. y_i <- clip(y_i + eta_y (c_i - s') / a, 0, 1)
///   2. gradient for w: 1/(a beta B+ B-) sum_ij y_i p_ij grad L_ij
///   3. s_i <- s_i - eta_s (y_i / a)(1 - sum_j p_ij / (beta B-))
///   4. s' <- s' - eta_0 (1 - mean_i y_i / a)
///
/// c and p use the values before the step, 2 to 4 the y after it. There are no stages and any optimiser may step w.
/// Departures: the steps are relative to Lbar, the mean loss of the batch, eta_y = r a / Lbar, eta_s = r a beta Lbar
/// and eta_0 = r a Lbar, and s and s' start at the quantiles of the first batch. All steps of a batch use the same
/// negatives; the paper draws a second set for 2 and 3. With `threshold_start` one and the three constant steps set, it
/// is LibAUC's STACO: its alpha is `weight_step`, its beta_0 `threshold_step`, its beta_1 `level_step`, its theta_0 1 -
/// tpr_min and its theta_1 fpr_max. LibAUC also clips each component of the gradient to [-1, 1] in its optimiser.
struct StacoOptions : PairOptions {
  double fpr_max = 0.3;       ///< largest false-positive rate, beta
  double tpr_min = 0;         ///< smallest true-positive rate, alpha
  double threshold_lr = 1;    ///< r: step size of y, s and s', in units of what the batch suggests
  double weight_step = 0;     ///< eta_y; 0: by threshold_lr
  double threshold_step = 0;  ///< eta_s; 0: by threshold_lr
  double level_step = 0;      ///< eta_0; 0: by threshold_lr
  StacoStart threshold_start = StacoStart::quantile;  ///< where s and s' start
};

/// Options of STACO by name, for config files and `--help`.
inline const Fields<StacoOptions> kStacoFields = with_pair_fields<StacoOptions>({
    {"fpr_max", &StacoOptions::fpr_max, "largest false-positive rate: beta"},
    {"tpr_min", &StacoOptions::tpr_min, "smallest true-positive rate: alpha"},
    {"threshold_lr", &StacoOptions::threshold_lr,
     "step size of thresholds and weights, relative to the mean batch loss"},
    {"weight_step", &StacoOptions::weight_step, "constant step of the weights y (LibAUC's alpha); 0: by threshold_lr"},
    {"threshold_step", &StacoOptions::threshold_step,
     "constant step of the thresholds s (LibAUC's beta_0); 0: by threshold_lr"},
    {"level_step", &StacoOptions::level_step, "constant step of the level s' (LibAUC's beta_1); 0: by threshold_lr"},
    {"threshold_start", &StacoOptions::threshold_start,
     "where thresholds start: quantile (of the first batch), one (the paper)"},
});

/// Makes STACO. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const StacoOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
