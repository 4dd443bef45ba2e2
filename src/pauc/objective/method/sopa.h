#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"
#include "pauc/objective/threshold_init.h"

namespace pauc {

struct Objective;

/// SOPA: one-way partial AUC over FPR in [fpr_min, fpr_max], by CVaR-DRO.
///
///   F(w, s) = 1/n+ sum_i [ s_i + 1/(beta n-) sum_j ( l(h_i - h_j) - s_i )_+ ]
///
/// zhu2022, Algorithm 1. Departures: `threshold_lr` replaces eta_2 / n+ and scales with the loss; s_i starts at the
/// batch quantile; with fpr_min > 0 a second threshold per positive excludes the pairs above the range:
/// (b1 CVaR_b1 - b0 CVaR_b0) / (b1 - b0). With fpr_max = 1/n- it is the infinite push.
struct SopaOptions : PairOptions {
  double fpr_min = 0;         ///< lower end of the range of false-positive rates
  double fpr_max = 0.3;       ///< upper end, beta
  double threshold_lr = 0.2;  ///< step size of the thresholds, in units of beta x mean batch loss
  /// Where a positive's threshold starts.
  ThresholdInit threshold_init = ThresholdInit::quantile;
};

/// Options of SOPA by name, for config files and `--help`.
inline const Fields<SopaOptions> kSopaFields = with_pair_fields<SopaOptions>({
    {"fpr_min", &SopaOptions::fpr_min, "lower end of the range of false-positive rates"},
    {"fpr_max", &SopaOptions::fpr_max, "upper end of the range: beta"},
    {"threshold_lr", &SopaOptions::threshold_lr, "step size of the thresholds, in units of fpr_max x mean batch loss"},
    {"threshold_init", &SopaOptions::threshold_init,
     "where a positive's threshold starts: quantile (of its first batch), zero (the paper)"},
});

/// Makes SOPA. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const SopaOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
