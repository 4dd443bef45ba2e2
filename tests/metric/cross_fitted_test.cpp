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

// The weights are 1 and the number of positives.
BlendWeights counted(const MemberLogits& members) {
  const double positives = std::accumulate(members.labels.begin(), members.labels.end(), 0.0);
  return {{1, positives}, static_cast<double>(members.labels.size())};
}

TEST(CrossFitted, FoldsHaveTheSharesThatFitTheOthersAndTheSumAndInterceptOfAll) {
  const std::vector<std::uint8_t> labels = {1, 0, 1, 1, 0};
  const std::vector<std::int64_t> folds = {1, 1, 2, 2, 3};
  const MemberLogits members{{{4, 0, 3, 0, 0}, {0, 8, 0, 6, 4}}, labels, {}};
  const CrossFitted fitted = cross_fitted(members, folds, counted);
  EXPECT_THAT(fitted.weights.weights, ElementsAre(1, 3));
  // Without fold 1: 1 to 2; without fold 2: 1 to 1; without fold 3: 1 to 3. The sum is 4, the intercept 5.
  EXPECT_THAT(fitted.of_folds.at(2).weights, ElementsAre(2, 2));
  EXPECT_EQ(fitted.of_folds.at(2).intercept, 5);
  const double third = 4.0 / 3;
  EXPECT_THAT(fitted.scores, ElementsAre(testing::DoubleEq(4 * third + 5), testing::DoubleEq(8 * 2 * third + 5),
                                         3 * 2 + 5, 6 * 2 + 5, 4 * 3 + 5));
}

TEST(CrossFitted, OneMemberHasTheSameScoresInAllFolds) {
  const std::vector<std::uint8_t> labels = {1, 0, 1, 0, 0, 1};
  const std::vector<std::int64_t> folds = {1, 1, 2, 2, 3, 3};
  const MemberLogits members{{{4, -1, 3, 0.5, -2, -1}}, labels, {}};
  const CrossFitted fitted = cross_fitted(members, folds, stacked_weights);
  EXPECT_THAT(fitted.scores, testing::Pointwise(testing::DoubleNear(1e-12), blended(fitted.weights, members.logits)));
}

TEST(CrossFitted, WeightsOfTheCasesCount) {
  const std::vector<std::uint8_t> labels = {1, 0, 1};
  const std::vector<std::int64_t> folds = {1, 2, 1};
  const std::vector<double> weights = {5, 6, 7};
  const MemberLogits members{{{1, 1, 1}, {0, 0, 0}}, labels, weights};
  const auto first = [](const MemberLogits& some) { return BlendWeights{{some.weights[0], 1}, 0}; };
  const CrossFitted fitted = cross_fitted(members, folds, first);
  EXPECT_THAT(fitted.scores,
              ElementsAre(testing::DoubleEq(6 * 6.0 / 7), testing::DoubleEq(5), testing::DoubleEq(6 * 6.0 / 7)));
}

TEST(CrossFitted, CasesOfOneFoldHaveTheWeightsOfAllCases) {
  const std::vector<std::uint8_t> labels = {1, 0};
  const MemberLogits members{{{1, 2}, {0, 0}}, labels, {}};
  for (const std::vector<std::int64_t>& folds : {std::vector<std::int64_t>{}, std::vector<std::int64_t>{1, 1}}) {
    const CrossFitted fitted = cross_fitted(members, folds, counted);
    EXPECT_THAT(fitted.scores, ElementsAre(3, 4));
    EXPECT_TRUE(fitted.of_folds.empty());
  }
}

TEST(CrossFitted, MembersThatKnowNothingAreNotBetterThanChance) {
  constexpr std::size_t kCases = 200;
  constexpr std::size_t kMembers = 20;
  const Region region = fpr_at_most(0.1);
  double fitted = 0;
  double on_other_folds = 0;
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
    fitted += value(cross_fitted(members, {}, greedy).scores);
    on_other_folds += value(cross_fitted(members, folds, greedy).scores);
  }
  EXPECT_GT(fitted, 0.6);
  EXPECT_NEAR(on_other_folds, 0.5, 0.03);
}

TEST(CrossFitted, RefusesWeightsOfOtherMembersAndFoldsOfOtherCases) {
  const std::vector<std::uint8_t> labels = {1, 0};
  const std::vector<std::int64_t> folds = {1, 2, 1};
  const MemberLogits members{{{1, 2}, {1, 2}}, labels, {}};
  EXPECT_EQ(test::refusal_of([&] { cross_fitted(members, folds, counted); }),
            "blend: expected the folds of 2 cases, got 3");
  const auto one = [](const MemberLogits&) { return BlendWeights{{1}, 0}; };
  EXPECT_EQ(test::refusal_of([&] { cross_fitted(members, {}, one); }), "blend: expected 2 weights, got 1");
}

}  // namespace
}  // namespace pauc
