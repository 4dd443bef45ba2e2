#include "pauc/optimiser/schedule.h"

#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr double kPi = 3.14159265358979323846;

void require_rate(double learning_rate) {
  require_usage(learning_rate > 0 && std::isfinite(learning_rate), "lr: expected a number above 0, got ",
                learning_rate);
}

}  // namespace

std::vector<Stage> step_decay(double learning_rate, const std::vector<std::int64_t>& after_epochs, double factor) {
  require_rate(learning_rate);
  std::vector<Stage> stages = {{0, learning_rate}};
  for (const std::int64_t epoch : after_epochs) {
    require_usage(epoch > stages.back().first_epoch, "lr_decay: expected epochs in ascending order from 1 on, got ",
                  epoch, " after ", stages.back().first_epoch);
    stages.push_back({epoch, stages.back().learning_rate * factor});
  }
  return stages;
}

std::vector<Stage> cosine_decay(double learning_rate, std::int64_t epochs, double last_share) {
  require_rate(learning_rate);
  require_usage(epochs >= 1 && epochs <= kMostEpochs, "epochs: expected 1 to ", kMostEpochs, ", got ", epochs);
  std::vector<Stage> stages;
  for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
    const double done = epochs > 1 ? static_cast<double>(epoch) / static_cast<double>(epochs - 1) : 0;
    const double share = last_share + (1 - last_share) * (1 + std::cos(kPi * done)) / 2;
    stages.push_back({epoch, learning_rate * share});
  }
  return stages;
}

std::vector<Stage> growing_stages(double learning_rate, std::int64_t epochs) {
  require_rate(learning_rate);
  std::vector<Stage> stages;
  std::int64_t first = 0;
  for (std::int64_t k = 1; first < epochs; ++k) {
    stages.push_back({first, learning_rate / static_cast<double>(k)});
    first += k * k;
  }
  return stages;
}

}  // namespace pauc
