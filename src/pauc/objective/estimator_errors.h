#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/objective/pair/options.h"

namespace pauc {

// Relative error of the KL estimator of the one-way loss (minimised by sopa-s) against the exact CVaR loss (minimised
// by sopa), for one list of scores:
//
//   RE(lambda) = | KL(lambda) - CVaR(fpr_max) | / CVaR(fpr_max)
//
// zhu2022, section 6, "Accuracy of KLDRO-based estimator". Both are computed over all pairs of the list, in double.
struct EstimatorErrors {
  double exact = 0;           // CVaR
  std::vector<double> at;     // RE at each lambda
  double matched_lambda = 0;  // result of lambda_for; RE is 0 there unless lambda is at its bounds
  double matched_error = 0;   // RE there
};

struct EstimatorGrid {
  std::vector<double> fpr_max;
  std::vector<double> lambdas;
};

// One result per fpr_max. Scores are raw; link and surrogate are applied as in the objectives.
std::vector<EstimatorErrors> estimator_errors(Span<const double> raw_scores, Span<const std::uint8_t> labels,
                                              const EstimatorGrid& grid, const PairOptions& options = {});

}  // namespace pauc
