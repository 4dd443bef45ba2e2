#pragma once

#include "pauc/record/estimator.h"

namespace pauc::test {

// Four draws at three lambdas; the mean error is smallest at 1.
inline record::EstimatorAtFpr bound_at(double fpr_max) {
  record::EstimatorAtFpr bound;
  bound.fpr_max = fpr_max;
  bound.exact = {1, 2, 3, 4};
  bound.lambdas = {{0.1, {0.4, 0.1, 0.2, 0.3}}, {1, {0.02, 0.02, 0.02, 0.06}}, {10, {0.25, 0.25, 0.25, 0.25}}};
  bound.matched_lambdas = {0.5, 0.7, 0.6, 0.05};
  bound.matched_errors = {0, 0, 0, 0.004};
  return bound;
}

inline record::EstimatorAccuracy some_accuracy() {
  record::EstimatorAccuracy accuracy;
  accuracy.config = "data:\n  label: y\n";
  accuracy.model = "gin";
  accuracy.model_options = {{"hidden", "64"}, {"layers", "5"}};
  accuracy.pair_options = {{"link", "sigmoid"}, {"margin", "1"}};
  accuracy.last_layer_scale = 2;
  accuracy.seed = 7;
  accuracy.positives = 12;
  accuracy.negatives = 340;
  accuracy.score_deviations = {0.1, 0.2, 0.3, 0.4};
  accuracy.bounds = {bound_at(0.3), bound_at(0.5)};
  return accuracy;
}

}  // namespace pauc::test
