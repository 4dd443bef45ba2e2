// The spread of the scores in full-batch searches with a bounded loss.
#include "pauc/trainer/loop/spread_floor.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include <cmath>

#include "pauc/core/deviation.h"
#include "pauc/core/random.h"
#include "pauc/objective/full_batch.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/trainer/loop/full_batch.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

// Two of three positives lie among the negatives, so that at a low false-positive rate they cannot be saved: equal
// scores cost less than any ranking.
struct HardProblem {
  static constexpr std::int64_t kRows = 600;
  Dataset train;
  LinearRows rows;
  FullBatchLoss loss;

  HardProblem() : train(made()), rows(linear_rows_of(train, 2)), loss(rows, train) {}

  static Dataset made() {
    Random random(5);
    at::Tensor features = at::empty({kRows, 2}, at::kFloat);
    std::vector<std::uint8_t> labels;
    for (std::int64_t row = 0; row < kRows; ++row) {
      labels.push_back(row % 6 == 0 ? 1 : 0);
      features[row][0] = random.normal() + (row % 18 == 0 ? 2 : 0);
      features[row][1] = random.normal();
    }
    return test::dataset_of_rows(features, labels);
  }

  double spread(const std::vector<double>& weights) const { return deviation_of(rows.scores(weights, 1)); }
};

Objective sopa_from(double start) {
  const Settings settings = {{"fpr_max", "0.02"}, {"surrogate", "sigmoid"}};
  Objective objective = make_full_batch_objective("sopa", settings, HardProblem::kRows);
  objective.state.set_number(kScoreScale, start);
  return objective;
}

TEST(SpreadFloor, LeavesScoresAloneThatAreWellAboveIt) {
  const std::vector<double> scores = {1, 2, 4, 9};
  const SpreadFloor floor(scores, deviation_of(scores) / 4);
  EXPECT_EQ(floor.tension(), 0);
  EXPECT_NEAR(deviation_of(floor.floored(scores)), deviation_of(scores), 1e-4 * deviation_of(scores));
}

TEST(SpreadFloor, IsHalfOfTheSpreadAtTheStart) {
  const std::vector<double> scores = {1e-9, 2e-9, 4e-9, 9e-9};
  const SpreadFloor floor(scores, 0.7);
  EXPECT_NEAR(deviation_of(floor.floored(scores)), 0.35, 1e-12);
  const double below = std::log(deviation_of(scores) / 0.35);
  EXPECT_NEAR(floor.tension(), below * below / 2, 1e-9);
}

TEST(SpreadFloor, NeedsABoundedLossAndScoresThatDiffer) {
  const std::vector<double> scores = {1, 2, 4};
  EXPECT_TRUE(spread_floor_of(scores, sopa_from(1).state));
  EXPECT_FALSE(spread_floor_of(std::vector<double>(3, 0.1), sopa_from(1).state));
  EXPECT_FALSE(spread_floor_of(std::vector<double>(3, 0.0), sopa_from(1).state));
  EXPECT_FALSE(spread_floor_of(scores, sopa_from(0).state)) << "the start is not known yet";
  EXPECT_FALSE(spread_floor_of(scores, make_full_batch_objective("sopa", {}, 3).state));
}

TEST(FullBatchLoss, DoesNotFallWithAShrinkingSpread) {
  const HardProblem problem;
  std::vector<double> gradient(3);
  Objective objective = sopa_from(100);
  const double value = problem.loss.at(std::vector<double>{0, 0.7, -0.4}, objective, gradient).loss.value;
  EXPECT_GT(value, 0.5) << "equal scores have to be cheaper in this case";
  EXPECT_NEAR(problem.loss.at(std::vector<double>{0, 0.007, -0.004}, objective, gradient).loss.value, value, 1e-9);
}

TEST(FullBatchLoss, HasTheGradientOfWhatIsSearched) {
  const HardProblem problem;
  const std::vector<double> weights = {0.3, 0.7, -0.4};
  for (const double start : {0.1, 2.0, 20.0}) {  // well above the floor, near it, below it
    Objective objective = sopa_from(start);
    std::vector<double> gradient(3), unused(3);
    problem.loss.at(weights, objective, gradient);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      constexpr double kStep = 1e-6;
      std::vector<double> up = weights, down = weights;
      up[k] += kStep;
      down[k] -= kStep;
      const double slope =
          (problem.loss.at(up, objective, unused).searched - problem.loss.at(down, objective, unused).searched) /
          (2 * kStep);
      EXPECT_NEAR(gradient[k], slope, 1e-6) << start << ' ' << k;
    }
  }
}

TEST(FullBatchTraining, DoesNotGiveUpTheRankingWhereMostPositivesAreHopeless) {
  const HardProblem problem;
  const double start = problem.spread({0, 0.5, 0.5});
  Objective objective = sopa_from(start);
  const at::Tensor intercept = at::zeros({1}, at::kDouble);
  const at::Tensor slopes = at::full({1, 2}, 0.5, at::kDouble);
  OptimiserOptions options;
  options.name = OptimiserName::lbfgs;
  options.lr = 1;
  options.weight_decay = 1e-6;
  Optimiser optimiser = make_optimiser(options, {intercept, slopes});
  for (int k = 0; k < 10 && !optimiser.search->converged(); ++k) {
    optimiser.search->run([&](Span<const double> weights, Span<double> gradient) {
      return problem.loss.at(weights, objective, gradient).searched;
    });
  }
  const std::vector<double> weights = optimiser.search->weights();
  EXPECT_GT(problem.spread(weights), 0.25 * start);
  EXPECT_GT(weights[1], 2 * std::abs(weights[2])) << "the feature of the positives that can be saved";
}

}  // namespace
}  // namespace pauc
