#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/objective/pair/options.h"

namespace pauc {

// How far the KL estimator of the one-way loss (what sopa-s lowers) is from the exact, CVaR one (what sopa lowers) for
// one list of scores:
//
//   RE(lambda) = | KL(lambda) - CVaR(fpr_max) | / CVaR(fpr_max)
//
// zhu2022, section 6, "Accuracy of KLDRO-based estimator". Both over all pairs of the list, in double.
struct EstimatorErrors {
  double exact = 0;           // CVaR
  std::vector<double> at;     // RE at each lambda
  double matched_lambda = 0;  // lambda_for's, at which RE is 0 unless its bounds are in the way
  double matched_error = 0;   // RE there
};

struct EstimatorGrid {
  std::vector<double> fpr_max;
  std::vector<double> lambdas;
};

// At each fpr_max. Scores are raw ones; link and surrogate as the objectives apply them.
std::vector<EstimatorErrors> estimator_errors(Span<const double> raw_scores, Span<const std::uint8_t> labels,
                                              const EstimatorGrid& grid, const PairOptions& options = {});

}  // namespace pauc
