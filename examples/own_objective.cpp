// Your own objective: its state, and one step from scores to a loss. It is trained, saved and restored like pauc's own
// objectives.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <pauc/objective/objective.h>

#include <cstdio>

// Cross-entropy of the positives and of only those negatives that would be false alarms at this rate: their scores are
// above a cut that follows the quantile of the negatives.
pauc::Objective make_alarm_entropy(double false_alarms) {
  pauc::Objective objective;
  objective.state.add_number("cut", 0);
  objective.step = [=](const pauc::ScoredBatch& batch, pauc::State& state) {
    const auto sides = pauc::split_by_class(batch);  // refuses a batch of one class
    const double cut = state.number("cut");
    const auto alarms = (sides.negative_scores.detach() > cut).to(batch.scores.scalar_type());
    const auto missed = at::softplus(-sides.positive_scores).mean();
    const auto raised = (alarms * at::softplus(sides.negative_scores)).sum() / (alarms.sum() + 1);
    pauc::Loss loss;
    loss.differentiable = missed + raised;
    loss.value = loss.differentiable.item<double>();
    const double share = alarms.mean().item<double>();
    loss.diagnostics = {{"false_alarms", share}};
    state.set_number("cut", cut + 0.5 * (share - false_alarms));  // last, so that a refused batch leaves no trace
    return loss;
  };
  return objective;
}

int main() {
  at::manual_seed(1);
  const auto features = at::cat({at::randn({2000, 2}), at::ones({2000, 1})}, 1);
  const auto labels = (features.select(1, 0) - features.select(1, 1) > 1.5).to(at::kLong);
  auto weights = at::zeros({3}).set_requires_grad(true);

  pauc::Objective objective = make_alarm_entropy(0.05);
  pauc::Loss loss;
  for (int step = 0; step < 500; ++step) {
    loss = objective(pauc::make_scored_batch(features.mv(weights), labels));
    loss.differentiable.backward();
    weights = (weights.detach() - weights.grad()).set_requires_grad(true);
  }
  std::printf("objective %.3f, %.1f %% false alarms\n", loss.value, 100 * loss.diagnostics[0].value);
  return loss.value < 0.5 ? 0 : 1;
}
