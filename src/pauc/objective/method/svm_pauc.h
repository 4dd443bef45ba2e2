#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// SVM-pAUC: partial AUC over FPR in [b0, b1] by the structured hinge (Narasimhan, Agarwal 2013, "A Structural SVM
/// Based Approach for Optimizing Partial AUC", ICML), with its exact subgradient.
///
///   F(w) = max over orderings pi of [ D(pi) - 1/(n+ n-) sum_ij pi_ij (h_i - h_j) ]
///   D(pi) = 1/(n+ n- (b1 - b0)) sum_i sum_r q_r pi_i(r),   q_r = length of [r - 1, r] within [b0 n-, b1 n-]
///
/// pi orders all examples. pi_ij is 1 if it puts positive i below negative j, else 0; (r) is the negative that it ranks
/// r-th. D is 1 minus the normalised partial AUC of pi, so F bounds 1 minus the partial AUC of the scores from above.
///
/// The best pi keeps the order of the scores within each class. With the negatives in descending order and
/// e_r = q_r / (b1 - b0) + h_(r), each positive chooses how many negatives to rank above itself, so that
///
///   F = 1/(n+ n-) sum_i max over R of sum_{r <= R} (e_r - h_i) = 1/(n+ n-) sum_ir (e'_r - h_i)_+
///
/// where e' is e, pooled by means until it does not increase with r; without b0 it is e. Sorting dominates:
/// O((P + N) log(P + N)), where the paper's search takes O(P N). The paper solves for linear models by cutting planes;
/// here any optimiser follows the subgradient, on the full batch or on batches, each with its own structured loss.
/// Departure: tied negatives share their part of the subgradient.
struct SvmPaucOptions {
  double fpr_min = 0;     ///< lower end of the range of false-positive rates, b0
  double fpr_max = 0.3;   ///< upper end, b1
  Link link = Link::raw;  ///< function applied to the raw scores; none makes F convex in a linear model's weights
};

/// Options of SVM-pAUC by name, for config files and `--help`.
inline const Fields<SvmPaucOptions> kSvmPaucFields = {
    {"fpr_min", &SvmPaucOptions::fpr_min, "lower end of the range of false-positive rates"},
    {"fpr_max", &SvmPaucOptions::fpr_max, "upper end of the range: beta"},
    {"link", &SvmPaucOptions::link, "function applied to the raw scores: sigmoid, raw (none)"},
};

/// Makes SVM-pAUC. `examples` is the number of training examples (slots); throws UserError if an option is out of
/// range.
Objective make_objective(const SvmPaucOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
