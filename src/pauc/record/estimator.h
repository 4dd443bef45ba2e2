#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc::record {

// How accurate the KL estimator of the one-way partial-AUC loss is at one lambda: its relative error against the exact
// CVaR one, a value for each vector of parameters that was drawn.
struct ErrorsAtLambda {
  double lambda = 0;
  std::vector<double> errors;
};

// Everything about one bound of the FPR; the lists by draw.
struct EstimatorAtFpr {
  double fpr_max = 0;
  std::vector<double> exact;            // CVaR
  std::vector<ErrorsAtLambda> lambdas;  // ascending
  std::vector<double> matched_lambdas;  // lambda_for's, chosen for the scores of that draw
  std::vector<double> matched_errors;   // what is left of the error there
};

struct EstimatorAccuracy {
  std::string config;  // text that it was asked for by
  std::string model;
  Settings model_options;
  Settings pair_options;  // link, surrogate, margin, temperature
  double last_layer_scale = 1;
  std::uint64_t seed = 0;
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  std::vector<double> score_deviations;  // of raw scores, by draw
  std::vector<EstimatorAtFpr> bounds;

  std::int64_t draws() const { return static_cast<std::int64_t>(score_deviations.size()); }
};

struct Spread {
  double mean = 0;
  double deviation = 0;  // with n - 1; 0 for a single value
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double largest = 0;
};

// A quartile between two values is on the line through them (R's type 7). Not for none.
Spread spread_of(std::vector<double> values);

// The lambda with the smallest mean error, the first of equals. Not for none.
const ErrorsAtLambda& best_lambda(const EstimatorAtFpr& bound);

}  // namespace pauc::record
