#include "pauc/optimiser/schedule.h"

#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

namespace {

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
