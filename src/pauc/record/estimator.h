#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc::record {

// Relative errors of the KL estimator of the one-way partial-AUC loss at one lambda, against the exact CVaR loss: one
// per random draw of the parameters.
struct ErrorsAtLambda {
  double lambda = 0;
  std::vector<double> errors;
};

// The results for one upper bound of the FPR; lists have one entry per draw.
struct EstimatorAtFpr {
  double fpr_max = 0;
  std::vector<double> exact;            // CVaR
  std::vector<ErrorsAtLambda> lambdas;  // ascending
  std::vector<double> matched_lambdas;  // lambda_for's choice for the scores of that draw
  std::vector<double> matched_errors;   // at that lambda
};

struct EstimatorAccuracy {
  std::string config;  // text of the file that asked for it
  std::string model;
  Settings model_options;
  Settings pair_options;  // link, surrogate, margin, temperature
  double last_layer_scale = 1;
  std::uint64_t seed = 0;
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  std::vector<double> score_deviations;  // standard deviation of the raw scores, per draw
  std::vector<EstimatorAtFpr> bounds;

  std::int64_t draws() const { return static_cast<std::int64_t>(score_deviations.size()); }
};

inline std::string estimator_path(const std::string& folder) { return folder + "/estimator.json"; }

// All numbers: every error of every draw, and their summaries.
std::string estimator_json(const EstimatorAccuracy& accuracy);
// Reads the numbers and ignores the summaries, which follow from them.
EstimatorAccuracy read_estimator(const std::string& folder);

struct Spread {
  double mean = 0;
  double deviation = 0;  // divides by n - 1; 0 for a single value
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double largest = 0;
};

// Quartiles between two values are interpolated linearly (R's type 7). Refuses an empty list.
Spread spread_of(std::vector<double> values);

// The lambda with the smallest mean error, the first one on a tie. Refuses a bound without lambdas.
const ErrorsAtLambda& best_lambda(const EstimatorAtFpr& bound);

}  // namespace pauc::record
