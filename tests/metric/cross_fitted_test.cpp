#include "pauc/metric/cross_fitted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "pauc/core/random.h"
#include "pauc/metric/partial_auc.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::ElementsAre;

// The weight of each member is the number of positives, the intercept that of the cases.
BlendWeights counted(const MemberLogits& members) {
  const double positives = std::accumulate(members.labels.begin(), members.labels.end(), 0.0);
  return {std::vector<double>(members.logits.size(), positives), static_cast<double>(members.labels.size())};
}

TEST(CrossFittedScores, HaveTheWeightsThatFitTheOtherFolds) {
  const std::vector<std::uint8_t> labels = {1, 0, 1, 1, 0};
  const std::vector<std::int64_t> folds = {1, 1, 2, 3, 3};
  const MemberLogits members{{{1, 2, 3, 4, 5}, {0, 0, 10, 0, 0}}, labels, {}};
  // Without fold 1: 2 positives of 3 cases; without fold 2: 2 of 4; without fold 3: 2 of 3.
  EXPECT_THAT(cross_fitted_scores(members, folds, counted), ElementsAre(2 + 3, 4 + 3, 6 + 20 + 4, 8 + 3, 10 + 3));
}

TEST(CrossFittedScores, TakeWeightsOfTheCasesAlong) {
  const std::vector<std::uint8_t> labels = {1, 0, 1};
  const std::vector<std::int64_t> folds = {1, 2, 1};
  const std::vector<double> weights = {5, 6, 7};
  const MemberLogits members{{{0, 0, 0}}, labels, weights};
  const auto first = [](const MemberLogits& some) { return BlendWeights{{0}, some.weights[0]}; };
  EXPECT_THAT(cross_fitted_scores(members, folds, first), ElementsAre(6, 5, 6));
}

TEST(CrossFittedScores, OfOneFoldHaveTheWeightsOfAllCases) {
  const std::vector<std::uint8_t> labels = {1, 0};
  const MemberLogits members{{{1, 2}}, labels, {}};
  for (const std::vector<std::int64_t>& folds : {std::vector<std::int64_t>{}, std::vector<std::int64_t>{1, 1}}) {
    EXPECT_THAT(cross_fitted_scores(members, folds, counted), ElementsAre(3, 4));
  }
}

TEST(CrossFittedScores, OfMembersThatKnowNothingAreNotBetterThanChance) {
  constexpr std::size_t kCases = 200;
  constexpr std::size_t kMembers = 20;
  const Region region = fpr_at_most(0.1);
  double fitted = 0;
  double cross_fitted = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<std::uint8_t> labels;
    std::vector<std::int64_t> folds;
    for (std::size_t k = 0; k < kCases; ++k) {
      labels.push_back(k % 8 < 1 ? 1 : 0);
      folds.push_back(static_cast<std::int64_t>(k / 8 % 4));
    }
    MemberLogits members{{}, labels, {}};
    for (std::size_t m = 0; m < kMembers; ++m) {
      std::vector<double>& logits = members.logits.emplace_back();
      for (std::size_t k = 0; k < kCases; ++k) logits.push_back(random.normal());
    }
    const auto greedy = [&](const MemberLogits& some) { return greedy_weights(some, region); };
    const auto value = [&](const std::vector<double>& scores) {
      return partial_auc({labels, scores, {}}, region, Scale::mcclish) / 20;
    };
    fitted += value(cross_fitted_scores(members, {}, greedy));
    cross_fitted += value(cross_fitted_scores(members, folds, greedy));
  }
  EXPECT_GT(fitted, 0.6);
  EXPECT_NEAR(cross_fitted, 0.5, 0.03);
}

TEST(CrossFittedScores, RefuseWeightsOfOtherMembersAndFoldsOfOtherCases) {
  const std::vector<std::uint8_t> labels = {1, 0};
  const std::vector<std::int64_t> folds = {1, 2, 1};
  const MemberLogits members{{{1, 2}}, labels, {}};
  EXPECT_EQ(test::refusal_of([&] { cross_fitted_scores(members, folds, counted); }),
            "blend: expected the folds of 2 cases, got 3");
  const auto two = [](const MemberLogits&) { return BlendWeights{{1, 1}, 0}; };
  EXPECT_EQ(test::refusal_of([&] { cross_fitted_scores(members, {}, two); }), "blend: expected 1 weights, got 2");
}

}  // namespace
}  // namespace pauc
