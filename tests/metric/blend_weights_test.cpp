#include "pauc/metric/blend_weights.h"

#include <cmath>

#include "pauc/core/random.h"
#include "pauc/metric/partial_auc.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Problem {
  std::vector<std::uint8_t> labels;
  std::vector<std::vector<double>> logits;

  MemberLogits members() const { return {logits, labels, {}}; }
};

// Members of different strength and of independent noise; the last one knows nothing.
Problem some_problem(std::size_t rows) {
  Random random(11);
  Problem problem;
  problem.logits.resize(3);
  for (std::size_t k = 0; k < rows; ++k) {
    const bool positive = random.below(4) == 0;
    problem.labels.push_back(positive ? 1 : 0);
    const double signal = positive ? 1.0 : -1.0;
    problem.logits[0].push_back(signal + 1.2 * random.normal());
    problem.logits[1].push_back(0.8 * signal + 1.5 * random.normal());
    problem.logits[2].push_back(random.normal());
  }
  return problem;
}

double stack_loss(const Problem& problem, const std::vector<double>& weights, double intercept) {
  double sum = 0;
  for (std::size_t k = 0; k < problem.labels.size(); ++k) {
    double score = intercept;
    for (std::size_t m = 0; m < weights.size(); ++m) score += weights[m] * problem.logits[m][k];
    sum += std::log1p(std::exp(problem.labels[k] == 1 ? -score : score));
  }
  double penalty = 0;
  for (const double weight : weights) penalty += (weight - 1.0 / 3) * (weight - 1.0 / 3);
  return sum / static_cast<double>(problem.labels.size()) + 0.003 * penalty;
}

TEST(StackedWeights, NoNeighbourHasASmallerLoss) {
  const Problem problem = some_problem(2000);
  const BlendWeights blend = stacked_weights(problem.members());
  const double found = stack_loss(problem, blend.weights, blend.intercept);
  for (const double step : {1e-4, 1e-2}) {
    for (std::size_t m = 0; m < 3; ++m) {
      for (const double sign : {-1.0, 1.0}) {
        auto weights = blend.weights;
        weights[m] = std::max(0.0, weights[m] + sign * step);
        EXPECT_GE(stack_loss(problem, weights, blend.intercept), found - 1e-12) << m << ' ' << sign * step;
      }
    }
    EXPECT_GE(stack_loss(problem, blend.weights, blend.intercept + step), found - 1e-12);
    EXPECT_GE(stack_loss(problem, blend.weights, blend.intercept - step), found - 1e-12);
  }
  EXPECT_GT(blend.weights[0], blend.weights[1]);
  EXPECT_GT(blend.weights[1], blend.weights[2]);
}

TEST(StackedWeights, AreNeverNegative) {
  Problem problem = some_problem(2000);
  for (double& logit : problem.logits[1]) logit = -logit;  // worse than nothing
  const BlendWeights blend = stacked_weights(problem.members());
  EXPECT_EQ(blend.weights[1], 0);
  EXPECT_GT(blend.weights[0], 0.5);
}

TEST(StackedWeights, OfMembersThatSeparateTheClassesAreFinite) {
  Problem problem;
  problem.labels = {0, 0, 1, 1};
  problem.logits = {{-5, -4, 4, 5}, {-1, -1, 1, 1}};
  for (const double weight : stacked_weights(problem.members()).weights) EXPECT_TRUE(std::isfinite(weight));
}

TEST(GreedyWeights, AreAtLeastAsGoodAsTheBestMemberAndAddUpToOne) {
  const Problem problem = some_problem(1000);
  const Region region{0, 0.1, 0};
  const BlendWeights blend = greedy_weights(problem.members(), region);
  const auto value = [&](const std::vector<double>& scores) {
    return partial_auc({problem.labels, scores, {}}, region, Scale::mcclish);
  };
  const double blend_value = value(blended(blend, problem.logits));
  double sum = 0;
  for (std::size_t m = 0; m < 3; ++m) {
    EXPECT_GE(blend_value, value(problem.logits[m]));
    sum += blend.weights[m];
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(blend.intercept, 0);
}

TEST(Blended, AddsTheInterceptAndTheWeightedLogits) {
  EXPECT_THAT(blended({{2, 0.5}, 1}, {{1, 2}, {4, 8}}), ElementsAre(5, 9));
}

TEST(BlendWeights, RefuseMembersOfOtherLengthsAndNumbersThatAreNotFinite) {
  Problem problem = some_problem(10);
  problem.logits[1].pop_back();
  EXPECT_THAT(test::refusal_of([&] { stacked_weights(problem.members()); }), HasSubstr("expected 10 scores"));
  problem = some_problem(10);
  problem.logits[1][3] = std::nan("");
  EXPECT_THAT(test::refusal_of([&] {
                greedy_weights(problem.members(), {0, 0.1, 0});
              }),
              HasSubstr("expected finite scores"));
  EXPECT_THAT(test::refusal_of([&] { stacked_weights({}); }), HasSubstr("expected members, got none"));
}

}  // namespace
}  // namespace pauc
