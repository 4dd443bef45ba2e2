#include "pauc/trainer/loop/batch_statistics.h"

#include <c10/core/GradMode.h>

namespace pauc {

namespace {

constexpr std::int64_t kBatches = 50;

}  // namespace

void estimate_statistics(const Model& model, const Dataset& train, Sampler sampler,
                         const std::function<Random(std::int64_t batch)>& noise) {
  if (model.buffers.empty()) return;
  const c10::NoGradGuard no_graph;
  const double usual = *model.statistics_rate;
  for (std::int64_t batch = 0; batch < kBatches; ++batch) {
    Random noise_of_batch = noise(batch);
    *model.statistics_rate = 1 / static_cast<double>(batch + 1);
    model.forward(train.gather(sampler.next(), &noise_of_batch), &noise_of_batch);
  }
  *model.statistics_rate = usual;
}

}  // namespace pauc
