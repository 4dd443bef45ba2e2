#include "pauc/kernel/pair_sums.h"

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

struct ExactLoss {
  long double value;
  long double slope;
};

ExactLoss exact_loss(const Surrogate& surrogate, long double gap) {
  const long double reach = surrogate.margin - gap;
  const long double active = std::max(reach, 0.0L);
  switch (surrogate.kind) {
    case Surrogate::Kind::squared_hinge:
      return {active * active, -2 * active};
    case Surrogate::Kind::hinge:
      return {active, reach > 0 ? -1.0L : 0.0L};
    case Surrogate::Kind::squared:
      return {reach * reach, -2 * reach};
    case Surrogate::Kind::logistic:
      break;
  }
  const long double x = gap / surrogate.temperature;
  if (x < 0) return {-x + std::log1p(std::exp(x)), -1 / (1 + std::exp(x)) / surrogate.temperature};
  return {std::log1p(std::exp(-x)), -std::exp(-x) / (1 + std::exp(-x)) / surrogate.temperature};
}

Surrogate of_kind(Surrogate::Kind kind) {
  Surrogate surrogate;
  surrogate.kind = kind;
  surrogate.temperature = 0.7;
  return surrogate;
}

constexpr Surrogate::Kind kKinds[] = {Surrogate::Kind::squared_hinge, Surrogate::Kind::hinge, Surrogate::Kind::logistic,
                                      Surrogate::Kind::squared};

// Pair by pair in long double. Ranks are those of the sorted negatives.
BruteForce brute_force(const ChosenPairs& pairs) {
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
      const auto [loss, slope] = exact_loss(pairs.surrogate, pairs.positives[static_cast<std::int64_t>(i)] - score);
      sums.row_values[i] += c * loss;
      sums.column_values[j] += r * loss;
      sums.row_gradients[i] += r * c * slope;
      sums.column_gradients[j] -= r * c * slope;
    }
  }
  return sums;
}

void expect_near(const std::vector<double>& found, const std::vector<long double>& expected, long double condition) {
  ASSERT_EQ(found.size(), expected.size());
  long double scale = 1e-290L;  // below the range of double there is nothing to agree on
  for (const long double value : expected) scale = std::max(scale, std::abs(value));
  const long double allowed = 16 * std::numeric_limits<double>::epsilon() * condition * scale;
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_LE(std::abs(found[i] - expected[i]), allowed) << i;
}

void expect_equal_sums(const ChosenPairs& pairs) {
  const PairSums sums = pair_sums(pairs);
  const BruteForce expected = brute_force(pairs);
  // An exponential takes over the rounding of its argument: as many times more as that is large.
  long double condition = 1;
  if (pairs.surrogate.kind == Surrogate::Kind::logistic) {
    for (const double positive : pairs.positives) {
      const double lowest = pairs.negatives.largest - pairs.negatives.gaps.back();
      const double widest = std::max(std::abs(positive - pairs.negatives.largest), std::abs(positive - lowest));
      condition = std::max<long double>(condition, 1 + widest / pairs.surrogate.temperature);
    }
  }
  expect_near(sums.row_values, expected.row_values, condition);
  expect_near(sums.row_gradients, expected.row_gradients, condition);
  expect_near(sums.column_values, expected.column_values, condition);
  expect_near(sums.column_gradients, expected.column_gradients, condition);
}

TEST(PairSums, EqualBruteForce) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    for (const auto kind : kKinds) expect_equal_sums({scores.positives, sorted, of_kind(kind)});
    if (HasFatalFailure()) return;
  }
}

TEST(PairSums, EqualBruteForceWithStretchesAndWeights) {
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
    ChosenPairs pairs{scores.positives, sorted, of_kind(kKinds[round % 4])};
    pairs.ends = ends;
    pairs.row_weights = row_weights;
    pairs.column_weights = column_weights;
    expect_equal_sums(pairs);
    if (HasFatalFailure()) return;
  }
}

TEST(PairSums, TakeAStretchThatBeginsBelowTheTop) {
  const std::vector<double> positives = {0.5, 2};
  const std::vector<double> negatives = {0, 3, 1, 2};
  const DescendingScores sorted = sorted_descending(negatives);  // 3, 2, 1, 0
  const std::vector<std::uint32_t> begins = {1, 2};
  const std::vector<std::uint32_t> ends = {3, 2};
  ChosenPairs pairs{positives, sorted};
  pairs.begins = begins;
  pairs.ends = ends;
  const PairSums sums = pair_sums(pairs);
  // Positive 0.5 against 2 and 1: losses (1 - 0.5 + 2)^2 = 6.25 and 1.5^2 = 2.25; the second positive has an empty
  // stretch.
  EXPECT_DOUBLE_EQ(sums.row_values[0], 8.5);
  EXPECT_DOUBLE_EQ(sums.row_gradients[0], -2 * (2.5 + 1.5));
  EXPECT_EQ(sums.row_values[1], 0);
  EXPECT_THAT(sums.column_values, testing::ElementsAre(0, 0, 2.25, 6.25));
  EXPECT_THAT(sums.column_gradients, testing::ElementsAre(0, 0, 3, 5));
}

TEST(PairSums, AreExactlyZeroBeyondTheMargin) {
  const std::vector<double> positives = {5, 7};
  const std::vector<double> negatives = {4, -1, 3.9};
  const DescendingScores sorted = sorted_descending(negatives);
  const PairSums sums = pair_sums({positives, sorted});
  for (const auto* values : {&sums.row_values, &sums.row_gradients, &sums.column_values, &sums.column_gradients}) {
    for (const double value : *values) EXPECT_EQ(value, 0);
  }
}

TEST(TiledSums, DoNotDependOnTheThreads) {
  Random random(12);
  Pairs scores;
  for (int i = 0; i < 200; ++i) scores.positives.push_back(random.normal());
  for (int j = 0; j < 5000; ++j) scores.negatives.push_back(random.normal());
  const DescendingScores sorted = sorted_descending(scores.negatives);
  const ChosenPairs pairs{scores.positives, sorted, of_kind(Surrogate::Kind::logistic)};
  const PairSums one = tiled_sums(pairs, 1);
  const PairSums three = tiled_sums(pairs, 3);
  EXPECT_EQ(one.row_values, three.row_values);
  EXPECT_EQ(one.row_gradients, three.row_gradients);
  EXPECT_EQ(one.column_values, three.column_values);
  EXPECT_EQ(one.column_gradients, three.column_gradients);
}

TEST(LossAt, StaysFiniteForAnyGap) {
  for (const auto kind : kKinds) {
    for (const double gap : {-1e4, -1000.0, -89.0, 0.0, 89.0, 1e4}) {
      const LossAt loss = loss_at(of_kind(kind), gap);
      EXPECT_TRUE(std::isfinite(loss.value) && std::isfinite(loss.slope)) << gap;
    }
  }
}

TEST(RankAboveLoss, AgreesWithTheLossesThemselves) {
  Random random(13);
  for (int round = 0; round < 500; ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    for (const auto kind : {Surrogate::Kind::squared_hinge, Surrogate::Kind::hinge, Surrogate::Kind::logistic}) {
      const double positive = scores.positives[0];
      const double threshold = loss_at(of_kind(kind), positive - scores.negatives[0]).value * (0.5 + random.uniform());
      std::uint32_t expected = 0;
      for (const double negative : scores.negatives) {
        expected += loss_at(of_kind(kind), positive - negative).value > threshold ? 1U : 0U;
      }
      if (threshold <= 0) continue;
      ASSERT_EQ(rank_above_loss(sorted, positive, threshold, of_kind(kind)), expected);
    }
  }
}

TEST(RankAboveLoss, CountsLossesAboveTheThreshold) {
  const std::vector<double> negatives = {0, 3, 1, 2};
  const DescendingScores sorted = sorted_descending(negatives);
  // Losses of a positive at 2: (1 - 2 + h)_+^2 = 4, 1, 0, 0.
  EXPECT_EQ(rank_above_loss(sorted, 2, -0.5, of_kind(Surrogate::Kind::squared_hinge)), 4U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 0, of_kind(Surrogate::Kind::squared_hinge)), 2U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 1, of_kind(Surrogate::Kind::squared_hinge)), 1U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 4, of_kind(Surrogate::Kind::squared_hinge)), 0U);
  EXPECT_EQ(rank_above_loss(sorted, 2, 1.5, of_kind(Surrogate::Kind::hinge)), 1U);
}

}  // namespace
}  // namespace pauc
