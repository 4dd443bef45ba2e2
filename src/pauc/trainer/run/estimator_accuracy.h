#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/record/estimator.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// Ten per decade, rounded. They include 0.1, 1 and 10, the values that zhu2022 chooses from.
inline const std::vector<double> kEstimatorLambdas = {0.05,  0.063, 0.08, 0.1,  0.125, 0.16, 0.2,  0.25,
                                                      0.315, 0.4,   0.5,  0.63, 0.8,   1,    1.25, 1.6,
                                                      2,     2.5,   3.15, 4,    5,     6.3,  8,    10};

// The input of `pauc compare --estimator`, which measures the error of the KL estimator of the one-way loss against the
// exact CVaR loss over lambda, for parameters drawn at random (zhu2022, section 6; objective/estimator_errors.h).
//
// Draw k has the initial weights of a training with seed + k. The initial statistics of batch norm, mean 0 and variance
// 1, fit no data: with them all scores of GIN are equal. So the statistics are first estimated for the drawn weights,
// as training does (trainer/loop/batch_statistics.h). Then the training part is scored in evaluation mode, and both
// losses are computed over all its pairs.
struct EstimatorRequest {
  Config asked;        // data, model, and the objective's link, surrogate, margin and temperature
  std::string config;  // text that is stored with the result
  std::vector<double> fpr_max = {0.3, 0.5};
  std::vector<double> lambdas = kEstimatorLambdas;
  std::int64_t draws = 100;
  // Factor for the weights of the last layer, and so for the spread of raw scores. The paper does not state the
  // distribution of its parameters; standard normal ones correspond to about 14 for GIN of width 64.
  double last_layer_scale = 1;
  std::uint64_t seed = 0;
  std::string cache;                                       // folder that keeps parsed molecules; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  // bytes for decoded images
  int threads = 0;                                         // draws at a time; 0: one per core
  // Any of these may be empty. They are called from the drawing threads, one at a time.
  std::function<void(const std::string&)> note;
  std::function<void(std::int64_t done)> progress;  // draws done
  std::function<bool()> stop_requested;             // asked before each draw
};

// None if it was asked to stop. The result does not depend on the number of threads.
std::optional<record::EstimatorAccuracy> estimator_accuracy(const EstimatorRequest& request);

}  // namespace pauc
