#include "pauc/optimiser/schedule.h"

#include "pauc/core/error.h"

namespace pauc {

std::vector<Stage> step_decay(double learning_rate, const std::vector<std::int64_t>& after_epochs, double factor) {
  std::vector<Stage> stages = {{0, learning_rate}};
  for (const std::int64_t epoch : after_epochs) {
    require_usage(epoch > stages.back().first_epoch, "lr_decay: expected epochs in ascending order from 1 on, got ",
                  epoch, " after ", stages.back().first_epoch);
    stages.push_back({epoch, stages.back().learning_rate * factor});
  }
  return stages;
}

std::vector<Stage> growing_stages(double learning_rate, std::int64_t epochs) {
  std::vector<Stage> stages;
  std::int64_t first = 0;
  for (std::int64_t k = 1; first < epochs; ++k) {
    stages.push_back({first, learning_rate / static_cast<double>(k)});
    first += k * k;
  }
  return stages;
}

}  // namespace pauc
