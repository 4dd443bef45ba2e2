#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/surrogate.h"

namespace pauc::kernel {

// The paper's objectives on a whole dataset: value and gradient, exact, in O(n log n) time and O(n) memory.
// Results do not depend on `threads`.
struct ExactObjective {
  double value = 0;
  std::vector<double> positive_gradients;  // [P]
  std::vector<double> negative_gradients;  // [N]
};

// Scores as pairs are formed of them: after the link (objective/lambda.h takes raw ones).
struct ScorePair {
  Span<const double> positives;
  Span<const double> negatives;
};

struct CvarOptions {
  double fpr_min = 0;
  double fpr_max = 1;        // beta
  double tpr_min = 0;        // alpha; above 0 the objective is two-way
  Surrogate surrogate = {};  // monotone
};

// The mean loss of the lowest (1 - alpha) n+ positives against the highest beta n- negatives (zhu2022, Theorem 1 and
// its two-way form). The loss falls with h_i - h_j, so every positive has the same hardest negatives; a surrogate for
// which it does not is refused. Where a share is not whole the last rank counts with its fraction, and ties at the cut
// share equally.
ExactObjective exact_cvar(const ScorePair& scores, const CvarOptions& options, int threads = 1);

struct KlOptions {
  double lambda = 1;
  double lambda2 = 0;        // above 0 the objective is two-way
  Surrogate surrogate = {};  // O(n log n) for the squared hinge; the others take every pair
};

// lambda mean_i log g_i, g_i = mean_j exp(L_ij / lambda) (zhu2022, Theorem 2); two-way lambda2 log mean_i g_i^(lambda /
// lambda2).
ExactObjective exact_kl(const ScorePair& scores, const KlOptions& options, int threads = 1);

// The value of exact_kl one-way, without its gradients.
double kl_value(const ScorePair& scores, double lambda, const Surrogate& surrogate = {}, int threads = 1);

// The lambda at which the KL objective has the value of CVaR at `fpr_max`, within 0.05 .. 10; 10 for fpr_max = 1 or
// equal losses.
double lambda_for(const ScorePair& scores, double fpr_max, const Surrogate& surrogate = {}, int threads = 1);

// Likewise over the positives: the lambda2 at which lambda2 log mean_i exp(l_i / lambda2) is the mean of the largest
// (1 - tpr_min) n+ of the positives' losses l_i = lambda log g_i.
double lambda2_for(const ScorePair& scores, double lambda, double tpr_min, const Surrogate& surrogate = {},
                   int threads = 1);

// |estimate - exact| / exact, and 0 where both are 0.
double relative_error(double estimate, double exact);

// |KL - CVaR| / CVaR, one-way: how far the soft estimator is from the exact one.
double kl_relative_error(const ScorePair& scores, double fpr_max, double lambda, const Surrogate& surrogate = {},
                         int threads = 1);

}  // namespace pauc::kernel
