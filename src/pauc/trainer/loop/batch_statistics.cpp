#include "pauc/trainer/loop/batch_statistics.h"

#include <c10/core/GradMode.h>

#include "pauc/trainer/loop/shared_batch.h"

namespace pauc {

namespace {

constexpr std::int64_t kBatches = 50;

}  // namespace

void estimate_statistics(const Model& model, const Dataset& train, Sampler sampler,
                         const std::function<Random(std::int64_t batch)>& noise, const Ranks& ranks) {
  if (model.buffers.empty()) return;
  const c10::NoGradGuard no_graph;
  const double usual = *model.statistics_rate;
  for (std::int64_t batch = 0; batch < kBatches; ++batch) {
    Random noise_of_batch = noise(batch);
    *model.statistics_rate = 1 / static_cast<double>(batch + 1);
    const OwnRows own = own_rows(sampler.next(), train, ranks);
    Batch inputs = train.gather(own.examples, &noise_of_batch);
    inputs.share = own.share;
    model.forward(inputs, &noise_of_batch);
    if (!ranks.is_alone() && !*model.batch_sums) average_over_ranks(model.buffers, ranks);
  }
  *model.statistics_rate = usual;
}

}  // namespace pauc
