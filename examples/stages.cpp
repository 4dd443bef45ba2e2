// A method that runs in stages: sota with own thresholds and its proximal optimiser. Call begin_stage on both for every
// stage.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <pauc/kernel/exact_objective.h>
#include <pauc/objective/make_objective.h>
#include <pauc/optimiser/optimiser.h>
#include <pauc/optimiser/schedule.h>

#include <cstdio>

namespace {

constexpr std::int64_t kPositives = 60;
constexpr std::int64_t kNegatives = 240;

// The exact value that sota minimises, over all examples: TPR >= 0.5, FPR <= 0.25, on linked scores (here raw).
double exact_value(const at::Tensor& scores) {
  pauc::kernel::CvarOptions region;
  region.fpr_max = 0.25;
  region.tpr_min = 0.5;
  const auto* all = scores.data_ptr<double>();
  return pauc::kernel::exact_cvar({{all, kPositives}, {all + kPositives, kNegatives}}, region).value;
}

}  // namespace

int main() {
  at::manual_seed(1);
  const auto labels = at::cat({at::ones({kPositives}, at::kLong), at::zeros({kNegatives}, at::kLong)});
  const auto features = 0.5 * at::randn({kPositives + kNegatives, 3}, at::kDouble);
  features.select(1, 0) += 1.5 * labels;
  const auto weights = at::zeros({3}, at::kDouble).set_requires_grad(true);

  constexpr std::int64_t kEpochs = 91;
  pauc::OptimiserOptions options;
  options.name = pauc::OptimiserName::proximal;
  options.lr = 0.2;
  pauc::SotaOptions sota;
  sota.fpr_max = 0.25;
  sota.tpr_min = 0.5;
  sota.link = pauc::Link::raw;
  sota.thresholds = pauc::Thresholds::own;
  pauc::Objective objective = pauc::make_objective(sota, kPositives + kNegatives);
  pauc::Optimiser optimiser = pauc::make_optimiser(options, {weights});
  const auto stages = pauc::growing_stages(options.lr, kEpochs);
  const double before = exact_value(features.mv(weights).detach());
  for (std::int64_t epoch = 0; epoch < kEpochs; ++epoch) {
    for (const pauc::Stage& stage : stages) {
      if (stage.first_epoch != epoch) continue;
      objective.begin_stage(stage.learning_rate);
      optimiser.begin_stage(stage.learning_rate);
    }
    // Every batch has the same share of each class.
    for (std::int64_t batch = 0; batch < 5; ++batch) {
      const auto rows = at::arange(batch, kPositives + kNegatives, 5, at::kLong);
      const auto scores = features.index_select(0, rows).mv(weights);
      optimiser.zero_grad();
      objective(pauc::make_scored_batch(scores, labels.index_select(0, rows), rows)).differentiable.backward();
      optimiser.step();
    }
  }
  optimiser.begin_stage(options.lr);  // ends the last stage: the weights are now its average
  const double after = exact_value(features.mv(weights).detach());
  std::printf("exact objective %.3f at the start, %.3f after %d stages\n", before, after,
              static_cast<int>(stages.size()));
  return after < before ? 0 : 1;
}
