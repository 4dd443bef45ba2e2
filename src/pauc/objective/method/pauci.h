#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// PAUCI: partial AUC example by example, one-way or two-way, in O(B) per step (Shao, Xu, Yang, Bao, Huang 2022,
/// "Asymptotically Unbiased Instance-wise Partial AUC Optimization").
///
///   min over w, a, b in [0, 1], s_n in [0, 5], s_p in [-4, 1]   max over g in [-1, 1], g >= b - 1, two-way g >= -a:
///   one-way   1 + mean+[z_i] + s_n + mean-[r(z_j - s_n)] / beta - g^2
///   two-way   1 + s_p + mean+[r(z_i - s_p)] / (1 - alpha) + s_n + mean-[r(z_j - s_n)] / beta - g^2
///   z_i = (h_i - a)^2 - 2 (1 + g) h_i,   z_j = (h_j - b)^2 + 2 (1 + g) h_j,   r(x) = log(1 + exp(k x)) / k
///
/// It is the squared pair loss (1 - h_i + h_j)^2 of the lowest positives and the highest negatives, taken apart into
/// examples: at the best a, b, s and g, and as k grows, the two are equal. r exceeds (x)_+ by at most log(2) / k, so
/// the value exceeds the pair loss by at most log(2)/k (1/beta + 1/(1 - alpha)); one-way, without the last term. Scores
/// need to lie in [0, 1], so the link is the sigmoid.
///
/// The objective steps a, b, s and g by projected gradient steps; any optimiser may step w.
/// Departures: k is 50 (2 in the paper, where the cut is so soft that nearly all negatives count). g steps at a tenth
/// of the rate of the others: for a fixed s the function is not concave in g, and at equal rates they run in circles.
/// The value has the constant 1. All variables start at what is best for the first batch with a hard cut.
struct PauciOptions {
  double fpr_max = 0.3;     ///< largest false-positive rate, beta
  double tpr_min = 0;       ///< smallest true-positive rate, alpha; above 0: two-way
  double sharpness = 50;    ///< k: how closely the soft cut follows the hard one
  double variable_lr = 10;  ///< step size of a, b and s, in units of the learning rate; that of g is a tenth of it
};

/// Options of PAUCI by name, for config files and `--help`.
inline const Fields<PauciOptions> kPauciFields = {
    {"fpr_max", &PauciOptions::fpr_max, "largest false-positive rate: beta"},
    {"tpr_min", &PauciOptions::tpr_min, "smallest true-positive rate: alpha; above 0: two-way"},
    {"sharpness", &PauciOptions::sharpness, "how closely the soft cut follows the hard one: 2 (the paper), 10, 50"},
    {"variable_lr", &PauciOptions::variable_lr,
     "step size of the method's own variables, in units of the learning rate"},
};

/// Makes PAUCI. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const PauciOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
