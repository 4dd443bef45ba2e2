#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"

namespace pauc::compare {

// A config file of `pauc compare --estimator`: data, model, bounds of the FPR, and options of the draws.
struct EstimatorFile {
  std::string text;
  Config asked;
  std::vector<double> fpr_max = {0.3, 0.5};
  std::vector<double> lambdas;  // empty: kEstimatorLambdas
  std::int64_t draws = 100;
  std::int64_t seed = 0;
  double last_layer_scale = 1;
};

EstimatorFile read_estimator_file(const std::string& path);

}  // namespace pauc::compare
