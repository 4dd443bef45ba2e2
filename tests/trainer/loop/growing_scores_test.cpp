#include "pauc/trainer/loop/growing_scores.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <cmath>

#include "pauc/objective/full_batch.h"
#include "pauc/objective/make_objective.h"
#include "pauc/trainer/loop/score.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

// The derivatives that a round is asked to fit; the scores are the first feature.
struct Derivatives {
  std::vector<double> scores;
  std::vector<double> gradients;
  std::vector<double> curvatures;
};

Derivatives derivatives_of(Objective objective, const test::SmallData& data, bool logistic) {
  Derivatives found;
  Growth growth;
  growth.take_rows = [](std::int64_t, const GatherRange&, int) {};
  growth.add_round = [&](std::vector<double> gradients, std::vector<double> curvatures, Random&) {
    found.gradients = std::move(gradients);
    found.curvatures = std::move(curvatures);
    return std::vector<double>(found.gradients.size(), 0);
  };
  growth.last_round = [](const Batch& batch) {
    return std::vector<double>(static_cast<std::size_t>(batch.features.size(0)), 0);
  };
  growth.rounds = [] { return std::int64_t{0}; };
  Model model;
  model.forward = [](const Batch& batch, Random*) { return batch.features.select(1, 0).to(at::kDouble); };
  found.scores = scores_of(model, data.train);
  GrowingScores(growth, model, data.train, data.valid, logistic).step(objective, Random(1));
  return found;
}

ScoredBatch batch_of(const std::vector<double>& scores, const Dataset& train) {
  const std::vector<std::int64_t> labels(train.labels.begin(), train.labels.end());
  return make_scored_batch(at::tensor(scores, at::kDouble), at::tensor(labels, at::kLong),
                           at::arange(train.size(), at::kLong), {});
}

double value_at(Objective objective, const std::vector<double>& scores, const Dataset& train) {
  return objective(batch_of(scores, train)).value;
}

TEST(GrowingScores, TakeTheExactGradientOfAnObjectiveOnPairsAndItsSizeAsCurvature) {
  const test::SmallData data = test::small_data();
  for (const char* surrogate : {"squared-hinge", "sigmoid"}) {
    Settings settings = {{"surrogate", surrogate}, {"fpr_max", "0.3"}};
    Objective objective = make_full_batch_objective("sopa", settings, data.train.size());
    const Derivatives found = derivatives_of(objective, data, /*logistic=*/false);
    ASSERT_EQ(found.gradients.size(), static_cast<std::size_t>(data.train.size()));
    objective(batch_of(found.scores, data.train));  // the scale of the sigmoid is that of the first scores
    double largest = 0;
    for (std::size_t k = 0; k < found.gradients.size(); ++k) {
      constexpr double kStep = 1e-5;
      std::vector<double> up = found.scores, down = found.scores;
      up[k] += kStep;
      down[k] -= kStep;
      const double slope = (value_at(objective, up, data.train) - value_at(objective, down, data.train)) / (2 * kStep);
      EXPECT_NEAR(found.gradients[k], static_cast<double>(data.train.size()) * slope, 1e-3) << surrogate << ' ' << k;
      EXPECT_EQ(found.curvatures[k], std::abs(found.gradients[k])) << surrogate;
      largest = std::max(largest, std::abs(found.gradients[k]));
    }
    EXPECT_GT(largest, 0.1) << surrogate;
  }
}

TEST(GrowingScores, OfCrossEntropyHaveBothDerivativesExactly) {
  const test::SmallData data = test::small_data();
  const Derivatives found = derivatives_of(make_full_batch_objective("ce", {}, data.train.size()), data, true);
  for (std::size_t k = 0; k < found.gradients.size(); ++k) {
    const double p = 1 / (1 + std::exp(-found.scores[k]));
    EXPECT_NEAR(found.gradients[k], p - data.train.labels[k], 1e-9);
    EXPECT_NEAR(found.curvatures[k], p * (1 - p), 1e-9);
  }
}

}  // namespace
}  // namespace pauc
