#include "pauc/kernel/hinge_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pairs.h"

namespace pauc {
namespace {

using test::Pairs;

struct BruteForce {
  std::vector<long double> row_values, row_gradients, column_values, column_gradients;
};

// Pair by pair in long double. Ranks are those of the sorted negatives.
BruteForce brute_force(const HingePairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.places.size();
  BruteForce sums{std::vector<long double>(rows), std::vector<long double>(rows), std::vector<long double>(columns),
                  std::vector<long double>(columns)};
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t begin = pairs.begins.empty() ? 0 : pairs.begins[static_cast<std::int64_t>(i)];
    const std::size_t end = pairs.ends.empty() ? columns : pairs.ends[static_cast<std::int64_t>(i)];
    const long double r = pairs.row_weights.empty() ? 1 : pairs.row_weights[static_cast<std::int64_t>(i)];
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t j = pairs.negatives.places[k];
      const long double c = pairs.column_weights.empty() ? 1 : pairs.column_weights[j];
      const long double score = static_cast<long double>(pairs.negatives.largest) - pairs.negatives.gaps[k];
      const long double reach = std::max(0.0L, pairs.margin - pairs.positives[static_cast<std::int64_t>(i)] + score);
      const long double loss = pairs.hinge == Hinge::squared ? reach * reach : reach;
      const long double slope = pairs.hinge == Hinge::squared ? 2 * reach : (reach > 0 ? 1 : 0);
      sums.row_values[i] += c * loss;
      sums.column_values[j] += r * loss;
      sums.row_gradients[i] -= r * c * slope;
      sums.column_gradients[j] += r * c * slope;
    }
  }
  return sums;
}

void expect_near(const std::vector<double>& found, const std::vector<long double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  long double scale = 0;
  for (const long double value : expected) scale = std::max(scale, std::abs(value));
  const long double allowed = 16 * std::numeric_limits<double>::epsilon() * scale;
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_LE(std::abs(found[i] - expected[i]), allowed) << i;
}

void expect_equal_sums(const HingePairs& pairs) {
  const HingeSums sums = hinge_sums(pairs);
  const BruteForce expected = brute_force(pairs);
  expect_near(sums.row_values, expected.row_values);
  expect_near(sums.row_gradients, expected.row_gradients);
  expect_near(sums.column_values, expected.column_values);
  expect_near(sums.column_gradients, expected.column_gradients);
}

TEST(HingeSums, EqualBruteForce) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    for (const Hinge hinge : {Hinge::squared, Hinge::plain}) expect_equal_sums({scores.positives, sorted, 1, hinge});
    if (HasFatalFailure()) return;
  }
}

TEST(HingeSums, EqualBruteForceWithStretchesAndWeights) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    const auto columns = static_cast<std::uint32_t>(scores.negatives.size());
    std::vector<std::uint32_t> ends;
    std::vector<double> row_weights;
    std::vector<double> column_weights;
    for (std::size_t i = 0; i < scores.positives.size(); ++i) {
      ends.push_back(random.below(columns + 1));
      row_weights.push_back(random.uniform());
    }
    for (std::size_t j = 0; j < scores.negatives.size(); ++j) column_weights.push_back(random.uniform());
    HingePairs pairs{scores.positives, sorted};
    pairs.ends = ends;
    pairs.row_weights = row_weights;
    pairs.column_weights = column_weights;
    expect_equal_sums(pairs);
    if (HasFatalFailure()) return;
  }
}

TEST(HingeSums, TakeAStretchThatBeginsBelowTheTop) {
  const std::vector<double> positives = {0.5, 2};
  const std::vector<double> negatives = {0, 3, 1, 2};
  const DescendingScores sorted = sorted_descending(negatives);  // 3, 2, 1, 0
  const std::vector<std::uint32_t> begins = {1, 2};
  const std::vector<std::uint32_t> ends = {3, 2};
  HingePairs pairs{positives, sorted};
  pairs.begins = begins;
  pairs.ends = ends;
  const HingeSums sums = hinge_sums(pairs);
  // Positive 0.5 against 2 and 1: losses (1 - 0.5 + 2)^2 = 6.25 and 1.5^2 = 2.25; the second positive has an empty
  // stretch.
  EXPECT_DOUBLE_EQ(sums.row_values[0], 8.5);
  EXPECT_DOUBLE_EQ(sums.row_gradients[0], -2 * (2.5 + 1.5));
  EXPECT_EQ(sums.row_values[1], 0);
  EXPECT_THAT(sums.column_values, testing::ElementsAre(0, 0, 2.25, 6.25));
  EXPECT_THAT(sums.column_gradients, testing::ElementsAre(0, 0, 3, 5));
}

TEST(HingeSums, AreExactlyZeroBeyondTheMargin) {
  const std::vector<double> positives = {5, 7};
  const std::vector<double> negatives = {4, -1, 3.9};
  const DescendingScores sorted = sorted_descending(negatives);
  const HingeSums sums = hinge_sums({positives, sorted});
  for (const auto* values : {&sums.row_values, &sums.row_gradients, &sums.column_values, &sums.column_gradients}) {
    for (const double value : *values) EXPECT_EQ(value, 0);
  }
}

TEST(RankAboveLoss, CountsLossesAboveTheThreshold) {
  const std::vector<double> negatives = {0, 3, 1, 2};
  const DescendingScores sorted = sorted_descending(negatives);
  // Losses of a positive at 2: (1 - 2 + h)_+^2 = 4, 1, 0, 0.
  EXPECT_EQ(rank_above_loss(sorted, 2, -0.5, 1, Hinge::squared), 4U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 0, 1, Hinge::squared), 2U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 1, 1, Hinge::squared), 1U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 4, 1, Hinge::squared), 0U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 1.5, 1, Hinge::plain), 1U);
}

}  // namespace
}  // namespace pauc
