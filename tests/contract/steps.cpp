#include "contract/steps.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>

namespace pauc::test {

Objective make_ready(const std::string& name, const Settings& settings, std::int64_t examples, Route route) {
  Objective objective = make_objective(name, settings, examples, route);
  objective.begin_stage(0.05);
  return objective;
}

Outcome outcome_of(Objective& objective, const LeafBatch& leaf) {
  const Loss loss = objective(leaf.batch);
  loss.differentiable.backward();
  EXPECT_NEAR(loss.differentiable.item<double>(), loss.value, 1e-6 * (1 + std::abs(loss.value)));
  return {loss.value, values_of(leaf.scores.grad())};
}

Outcome outcome_of(Objective& objective, const ClassScores& scores, at::ScalarType type) {
  return outcome_of(objective, leaf_batch(scores, type));
}

void expect_close(const std::vector<double>& found, const std::vector<double>& expected, double relative) {
  ASSERT_EQ(found.size(), expected.size());
  double scale = 1e-300;
  for (const double value : expected) scale = std::max(scale, std::abs(value));
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_TRUE(std::isfinite(found[k])) << k;
    ASSERT_NEAR(found[k], expected[k], relative * scale) << k;
  }
}

void expect_close(const Outcome& found, const Outcome& expected, double relative) {
  ASSERT_NEAR(found.value, expected.value, relative * (1 + std::abs(expected.value)));
  expect_close(found.gradient, expected.gradient, relative);
}

void expect_same_state(const State& found, const State& expected, double relative) {
  for (const auto& [name, tensor] : expected.tensors()) {
    SCOPED_TRACE(name);
    expect_close(values_of(found.tensors().at(name)), values_of(tensor), relative);
  }
}

std::vector<LeafBatch> some_batches(Random& random, std::int64_t examples, double shift, at::ScalarType type) {
  std::vector<LeafBatch> batches;
  for (int b = 0; b < 4; ++b) {
    const ClassScores scores = random_class_scores(random, 5 + b, 9 - b);
    LeafBatch leaf = leaf_batch(scores, type);
    leaf.scores = (leaf.scores.detach() + shift).set_requires_grad(true);
    // Positives have the even slots, negatives the odd ones.
    const at::Tensor slots =
        (at::arange(scores.size(), at::kLong) + b).remainder(examples / 2) * 2 + 1 - leaf.batch.labels;
    leaf.batch = make_scored_batch(leaf.scores, leaf.batch.labels, slots);
    batches.push_back(leaf);
  }
  return batches;
}

}  // namespace pauc::test
