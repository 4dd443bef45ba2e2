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

// Ten a decade, rounded: even on a logarithmic scale, and with the values that zhu2022 chooses from, 0.1, 1 and 10.
inline const std::vector<double> kEstimatorLambdas = {0.05,  0.063, 0.08, 0.1,  0.125, 0.16, 0.2,  0.25,
                                                      0.315, 0.4,   0.5,  0.63, 0.8,   1,    1.25, 1.6,
                                                      2,     2.5,   3.15, 4,    5,     6.3,  8,    10};

// What `pauc compare --estimator` is asked for: how accurate the KL estimator of the one-way loss is against the exact
// CVaR one over lambda, for vectors of parameters drawn at random (zhu2022, section 6; objective/estimator_errors.h).
//
// Draw k has the weights with which a training by seed + k begins. Batch norm's statistics of a new model, mean 0 and
// variance 1, are those of no data: judged by them all scores of GIN are alike. They are first estimated, for the drawn
// weights, as training estimates them (trainer/batch_statistics.h); then the training part is scored as the model is
// used, and both values are taken over all its pairs.
struct EstimatorRequest {
  Config asked;        // data, model, and of the objective link, surrogate, margin and temperature
  std::string config;  // text to be kept with the result
  std::vector<double> fpr_max = {0.3, 0.5};
  std::vector<double> lambdas = kEstimatorLambdas;
  std::int64_t draws = 100;
  // The last layer's weights are so many times those of a training's start: raw scores are spread as much wider. The
  // paper does not say from what its parameters are drawn; standard normal ones are about 14 for GIN of width 64.
  double last_layer_scale = 1;
  std::uint64_t seed = 0;
  std::string cache;                                       // folder for molecules that have been read; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  // bytes for decoded images
  int threads = 0;                                         // as many draws at a time; 0: as there are cores
  // Any may be empty. They are called by the threads that draw, never by two at once.
  std::function<void(const std::string&)> note;
  std::function<void(std::int64_t done)> progress;  // draws done
  std::function<bool()> stop_requested;             // asked before each draw
};

// Nothing when it was asked to stop. Results do not depend on the number of threads.
std::optional<record::EstimatorAccuracy> estimator_accuracy(const EstimatorRequest& request);

}  // namespace pauc
