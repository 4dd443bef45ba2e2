#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/surrogate.h"

namespace pauc::kernel {

// Exact value and gradient of the paper's objectives on a whole dataset, in O(n log n) time and O(n) memory. Results do
// not depend on `threads`.
struct ExactObjective {
  double value = 0;
  std::vector<double> positive_gradients;  // [P]
  std::vector<double> negative_gradients;  // [N]
};

// Scores of both classes after the link (objective/lambda.h takes raw scores).
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
// its two-way form). All positives have the same hardest negatives, because the loss decreases with h_i - h_j; other
// surrogates are refused. If a share is not a whole number of ranks, the last rank counts with its fraction. Ties at
// the cut share equally.
ExactObjective exact_cvar(const ScorePair& scores, const CvarOptions& options, int threads = 1);

struct KlOptions {
  double lambda = 1;
  double lambda2 = 0;        // above 0 the objective is two-way
  Surrogate surrogate = {};  // O(n log n) for the squared hinge; every pair for the others
};

// One-way: lambda mean_i log g_i, where g_i = mean_j exp(L_ij / lambda) (zhu2022, Theorem 2). Two-way: lambda2 log
// mean_i g_i^(lambda / lambda2).
ExactObjective exact_kl(const ScorePair& scores, const KlOptions& options, int threads = 1);

// The value of exact_kl one-way, without its gradients.
double kl_value(const ScorePair& scores, double lambda, const Surrogate& surrogate = {}, int threads = 1);

// Why a matched lambda does not make the two values equal.
enum class LambdaLimit {
  none,          // it does
  smallest,      // even the smallest lambda gives too little
  largest,       // even the largest lambda gives too much
  equal_losses,  // all losses are equal: every lambda gives the same value
};

struct MatchedLambda {
  double value = 1;
  LambdaLimit limit = LambdaLimit::none;
};

// The lambda at which the KL objective equals CVaR at `fpr_max`, within 1/1000 to 1000 times the standard deviation of
// the losses (estimated from at most 256 x 256 pairs). fpr_max = 1 gives the largest, equal losses give
// max(1, mean loss).
MatchedLambda lambda_for(const ScorePair& scores, double fpr_max, const Surrogate& surrogate = {}, int threads = 1);

// The same over the positives, with losses l_i = lambda log g_i: the lambda2 at which lambda2 log mean_i exp(l_i /
// lambda2) equals the mean of the largest (1 - tpr_min) n+ losses.
MatchedLambda lambda2_for(const ScorePair& scores, double lambda, double tpr_min, const Surrogate& surrogate = {},
                          int threads = 1);

// |estimate - exact| / exact; 0 if both are 0.
double relative_error(double estimate, double exact);

// |KL - CVaR| / CVaR, one-way: how far the soft estimator is from the exact one.
double kl_relative_error(const ScorePair& scores, double fpr_max, double lambda, const Surrogate& surrogate = {},
                         int threads = 1);

}  // namespace pauc::kernel
