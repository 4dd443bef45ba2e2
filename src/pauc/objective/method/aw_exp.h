#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// AW-exp: partial AUC by exponential weights that decrease with how easy an example is (Yang, Xu, Bao, He, Cao, Huang
/// 2021).
///
///   F(w) = 1/(n+ n-) sum_ij w(1 - h_i) w(h_j) l(h_i - h_j),   w(x) = 1 - exp(-gamma x)
///
/// The gradient flows through the weights too. One-way (tpr_min = 0), the positives have no weight.
struct AwExpOptions : PairOptions {
  double gamma = 10;   ///< how soon a hard example has its full weight; above 0
  double tpr_min = 0;  ///< above 0: two-way
};

/// Options of AW-exp by name, for config files and `--help`.
inline const Fields<AwExpOptions> kAwExpFields = with_pair_fields<AwExpOptions>({
    {"gamma", &AwExpOptions::gamma, "how soon a hard example has its full weight: 8, 10, 20"},
    {"tpr_min", &AwExpOptions::tpr_min, "above 0: two-way"},
});

/// Makes AW-exp. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const AwExpOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
