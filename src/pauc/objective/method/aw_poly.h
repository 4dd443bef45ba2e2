#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// AW-poly: partial AUC by weights that decrease with how easy an example is (Yang, Xu, Bao, He, Cao, Huang 2021).
///
///   F(w) = 1/(n+ n-) sum_ij w(1 - h_i) w(h_j) l(h_i - h_j),   w(x) = x^(1 / (gamma - 1))
///
/// The gradient flows through the weights too. One-way (tpr_min = 0), the positives have no weight.
struct AwPolyOptions : PairOptions {
  double gamma = 34;   ///< how sharply easy examples lose weight; above 1
  double tpr_min = 0;  ///< above 0: two-way
};

/// Options of AW-poly by name, for config files and `--help`.
inline const Fields<AwPolyOptions> kAwPolyFields = with_pair_fields<AwPolyOptions>({
    {"gamma", &AwPolyOptions::gamma, "how sharply easy examples lose weight: 101, 34, 11"},
    {"tpr_min", &AwPolyOptions::tpr_min, "above 0: two-way"},
});

/// Makes AW-poly. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const AwPolyOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
