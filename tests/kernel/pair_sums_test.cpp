#include "pauc/kernel/pair_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/pairs.h"
#include "pauc/kernel/rank_shares.h"
#include "support/near.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

using test::Pairs;

struct Sums {
  std::vector<long double> row_values, row_gradients, column_values, column_gradients;
  std::vector<long double> total = {0};  // over all pairs, chosen or not
};

// The sums, and the same sums of how much each term moves when the numbers that it is made of (margin, the distances
// of both scores from the highest negative, weights) move by their own size: rounding may cost some units in the last
// place of that, which is what the scale of a sum is.
struct BruteForce {
  Sums sums;
  Sums scales;
};

struct ExactLoss {
  long double value;
  long double slope;
  long double curvature;
};

ExactLoss exact_loss(const Surrogate& surrogate, long double gap) {
  const long double reach = surrogate.margin - gap;
  const long double active = std::max(reach, 0.0L);
  switch (surrogate.kind) {
    case Surrogate::Kind::squared_hinge:
      return {active * active, -2 * active, reach > 0 ? 2.0L : 0.0L};
    case Surrogate::Kind::hinge:
      return {active, reach > 0 ? -1.0L : 0.0L, 0};
    case Surrogate::Kind::squared:
      return {reach * reach, -2 * reach, 2};
    case Surrogate::Kind::logistic:
    case Surrogate::Kind::sigmoid:
      break;
  }
  const long double x = gap / surrogate.temperature;
  const long double small = std::exp(-std::abs(x));
  if (surrogate.kind == Surrogate::Kind::sigmoid) {
    const long double steepness = small / ((1 + small) * (1 + small)) / surrogate.temperature;
    return {(x < 0 ? 1 : small) / (1 + small), -steepness, steepness / surrogate.temperature};
  }
  const long double slope = -(x < 0 ? 1 : small) / (1 + small) / surrogate.temperature;
  return {std::max(-x, 0.0L) + std::log1p(small), slope, -slope / surrogate.temperature};
}

RanksAtLoss ranks_at(const DescendingScores& sorted, double positive, double threshold, const Surrogate& surrogate) {
  const std::vector<double> positives = {positive};
  const std::vector<double> thresholds = {threshold};
  return ranks_at_losses(sorted, positives, thresholds, surrogate)[0];
}

Surrogate of_kind(Surrogate::Kind kind) {
  Surrogate surrogate;
  surrogate.kind = kind;
  surrogate.temperature = 0.7;
  return surrogate;
}

constexpr Surrogate::Kind kKinds[] = {Surrogate::Kind::squared_hinge, Surrogate::Kind::hinge, Surrogate::Kind::logistic,
                                      Surrogate::Kind::squared, Surrogate::Kind::sigmoid};

void resize(Sums& sums, std::size_t rows, std::size_t columns) {
  for (auto* values : {&sums.row_values, &sums.row_gradients}) values->resize(rows);
  for (auto* values : {&sums.column_values, &sums.column_gradients}) values->resize(columns);
}

// Pair by pair in long double. Ranks are those of the sorted negatives.
BruteForce brute_force(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.places.size();
  BruteForce result;
  auto& [sums, scales] = result;
  resize(sums, rows, columns);
  resize(scales, rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t begin = pairs.begins.empty() ? 0 : pairs.begins[static_cast<std::int64_t>(i)];
    const std::size_t end = pairs.ends.empty() ? columns : pairs.ends[static_cast<std::int64_t>(i)];
    const long double r = pairs.row_weights.empty() ? 1 : pairs.row_weights[static_cast<std::int64_t>(i)];
    const long double offset =
        static_cast<long double>(pairs.positives[static_cast<std::int64_t>(i)]) - pairs.negatives.largest;
    for (std::size_t k = 0; k < columns; ++k) {
      const std::uint32_t j = pairs.negatives.places[k];
      const long double c = pairs.column_weights.empty() ? 1 : pairs.column_weights[static_cast<std::int64_t>(k)];
      const auto [loss, slope, curvature] = exact_loss(pairs.surrogate, offset + pairs.negatives.gaps[k]);
      const long double reach = pairs.surrogate.margin + std::abs(offset) + pairs.negatives.gaps[k];
      const long double loss_scale = loss + std::abs(slope) * reach;
      const long double slope_scale = std::abs(slope) + curvature * reach;
      sums.total[0] += c * loss;
      scales.total[0] += c * loss_scale;
      if (k < begin || k >= end) continue;
      sums.row_values[i] += c * loss;
      sums.column_values[j] += r * loss;
      sums.row_gradients[i] += r * c * slope;
      sums.column_gradients[j] -= r * c * slope;
      scales.row_values[i] += c * loss_scale;
      scales.column_values[j] += r * loss_scale;
      scales.row_gradients[i] += r * c * slope_scale;
      scales.column_gradients[j] += r * c * slope_scale;
    }
  }
  return result;
}

// Within some last bits of the terms that the sums are made of.
void expect_close(const std::vector<double>& found, const std::vector<long double>& expected,
                  const std::vector<long double>& scales) {
  constexpr long double kAllowed = 16 * std::numeric_limits<double>::epsilon();
  test::expect_near(found, expected, kAllowed * test::largest_of(scales));
}

void expect_equal_sums(const ChosenPairs& pairs) {
  const PairSums found = pair_sums(pairs);
  const auto [sums, scales] = brute_force(pairs);
  expect_close(found.row_values, sums.row_values, scales.row_values);
  expect_close(found.row_gradients, sums.row_gradients, scales.row_gradients);
  expect_close(found.column_values, sums.column_values, scales.column_values);
  expect_close(found.column_gradients, sums.column_gradients, scales.column_gradients);
  expect_close({found.total}, sums.total, scales.total);
  expect_close({total_loss(pairs)}, sums.total, scales.total);
}

TEST(PairSums, EqualBruteForce) {
  Random random(1);
  for (int round = 0; round < test::rounds(2000); ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    for (const auto kind : kKinds) expect_equal_sums({scores.positives, sorted, of_kind(kind)});
    if (HasFatalFailure()) return;
  }
}

TEST(PairSums, OfTheHighestNegativesAreThoseOfWeightZeroForTheOthers) {
  Random random(9);
  for (int round = 0; round < test::rounds(300); ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    const double count = random.uniform() * static_cast<double>(scores.negatives.size());
    const TopShares top = top_shares(scores.negatives, count);
    const std::vector<double> shares = shares_by_rank(sorted, count);
    for (const auto kind : kKinds) {
      ChosenPairs few{scores.positives, top.scores, of_kind(kind)};
      few.column_weights = top.shares;
      ChosenPairs all{scores.positives, sorted, of_kind(kind)};
      all.column_weights = shares;
      const PairSums found = pair_sums(few);
      const auto [sums, scales] = brute_force(all);
      expect_close(found.row_values, sums.row_values, scales.row_values);
      expect_close(found.row_gradients, sums.row_gradients, scales.row_gradients);
      expect_close(found.column_gradients, sums.column_gradients, scales.column_gradients);
    }
    if (HasFailure()) return;
  }
}

// One random case: a stretch of ranks and weights for every positive, or all pairs.
void expect_equal_random_case(Random& random, Surrogate::Kind kind) {
  const Pairs scores = test::random_pairs(random);
  const DescendingScores sorted = sorted_descending(scores.negatives);
  const auto columns = static_cast<std::uint32_t>(scores.negatives.size());
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  std::vector<double> row_weights;
  std::vector<double> column_weights;
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    ends.push_back(random.below(columns + 1));
    begins.push_back(random.below(2) == 0 ? 0 : random.below(columns + 1));
    row_weights.push_back(random.uniform());
  }
  for (std::size_t j = 0; j < scores.negatives.size(); ++j) column_weights.push_back(random.uniform());
  ChosenPairs pairs{scores.positives, sorted, of_kind(kind)};
  if (random.below(3) > 0) pairs.ends = ends;
  if (random.below(4) == 0) pairs.begins = begins;
  if (random.below(2) > 0) pairs.row_weights = row_weights;
  if (random.below(2) > 0) pairs.column_weights = column_weights;
  expect_equal_sums(pairs);
}

TEST(PairSums, EqualBruteForceWithStretchesAndWeights) {
  Random random(2);
  for (int round = 0; round < test::rounds(1000); ++round) {
    expect_equal_random_case(random, kKinds[round % 5]);
    if (HasFatalFailure()) return;
  }
}

// A hundred thousand cases of the hinges, in four parts that run beside each other.
class ManyPairSums : public testing::TestWithParam<int> {};

TEST_P(ManyPairSums, EqualBruteForce) {
  Random random(20, GetParam());
  for (int round = 0; round < test::rounds(25000); ++round) {
    expect_equal_random_case(random, kKinds[round % 2]);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, ManyPairSums, testing::Range(0, 4));

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

// Weights that are powers of small numbers may be subnormal: their inverses would be infinite.
TEST(PairSums, TakeSubnormalWeights) {
  Random random(77);
  Pairs scores;
  for (int i = 0; i < 20; ++i) scores.positives.push_back(random.normal());
  for (int j = 0; j < 300; ++j) scores.negatives.push_back(random.normal());
  const DescendingScores sorted = sorted_descending(scores.negatives);
  for (const double weight : {0.0, 5e-324, 1e-310}) {
    const std::vector<double> columns(scores.negatives.size(), weight);
    ChosenPairs pairs{scores.positives, sorted, of_kind(Surrogate::Kind::hinge)};
    pairs.column_weights = columns;
    const PairSums sums = pair_sums(pairs);
    for (const auto& values : {sums.row_values, sums.row_gradients, sums.column_gradients}) {
      for (const double value : values) ASSERT_TRUE(std::abs(value) <= 1e4 * weight) << value << " at " << weight;
    }
  }
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
  for (int round = 0; round < test::rounds(500); ++round) {
    const Pairs scores = test::random_pairs(random);
    const DescendingScores sorted = sorted_descending(scores.negatives);
    for (const auto kind : {Surrogate::Kind::squared_hinge, Surrogate::Kind::hinge, Surrogate::Kind::logistic,
                            Surrogate::Kind::sigmoid}) {
      const double positive = scores.positives[0];
      const double threshold = loss_at(of_kind(kind), positive - scores.negatives[0]).value * (0.5 + random.uniform());
      std::uint32_t expected = 0;
      for (const double negative : scores.negatives) {
        expected += loss_at(of_kind(kind), positive - negative).value > threshold ? 1U : 0U;
      }
      if (threshold <= 0) continue;
      ASSERT_EQ(ranks_at(sorted, positive, threshold, of_kind(kind)).above, expected);
    }
  }
}

// With ties, equal scores and gaps beyond both ends: ranks by counting.
TEST(DescendingScores, FindRanks) {
  Random random(14);
  for (int round = 0; round < test::rounds(300); ++round) {
    const std::vector<double> scores = test::random_pairs(random).negatives;
    std::vector<double> many;
    for (int copy = 0; copy < 1 + 8 * (round % 3); ++copy) many.insert(many.end(), scores.begin(), scores.end());
    while (round < 2 && many.size() < 70000) many.push_back(random.normal());
    const DescendingScores sorted = sorted_descending(many, 1 + round % 2);
    std::vector<double> asked = {-HUGE_VAL, -1, 0, sorted.gaps.back(), sorted.gaps.back() * 2 + 1, HUGE_VAL};
    for (int k = 0; k < 20; ++k) {
      const double gap = sorted.gaps[random.below(static_cast<std::uint32_t>(sorted.gaps.size()))];
      for (const double near : {gap, std::nextafter(gap, -1.0), std::nextafter(gap, HUGE_VAL)}) asked.push_back(near);
      asked.push_back(random.uniform() * sorted.gaps.back());
    }
    const std::vector<std::uint32_t> ranks = sorted.ranks_of(asked);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const auto below = std::count_if(sorted.gaps.begin(), sorted.gaps.end(), [&](double g) { return g < asked[k]; });
      ASSERT_EQ(ranks[k], below) << "round " << round << ", gap " << asked[k];
      ASSERT_EQ(sorted.rank_of(asked[k]), below) << "round " << round << ", gap " << asked[k];
    }
  }
}

TEST(RankAboveLoss, CountsLossesAboveTheThreshold) {
  const std::vector<double> negatives = {0, 3, 1, 2};
  const DescendingScores sorted = sorted_descending(negatives);
  // Losses of a positive at 2: (1 - 2 + h)_+^2 = 4, 1, 0, 0.
  EXPECT_EQ(ranks_at(sorted, 2, -0.5, of_kind(Surrogate::Kind::squared_hinge)).above, 4U);
  EXPECT_EQ(ranks_at(sorted, 2, 0, of_kind(Surrogate::Kind::squared_hinge)).above, 2U);
  EXPECT_EQ(ranks_at(sorted, 2, 1, of_kind(Surrogate::Kind::squared_hinge)).above, 1U);
  EXPECT_EQ(ranks_at(sorted, 2, 4, of_kind(Surrogate::Kind::squared_hinge)).above, 0U);
  EXPECT_EQ(ranks_at(sorted, 2, 1.5, of_kind(Surrogate::Kind::hinge)).above, 1U);
  // Losses that equal the threshold; beyond the margin all losses are 0.
  EXPECT_EQ(ranks_at(sorted, 2, 4, of_kind(Surrogate::Kind::squared_hinge)).tied_end, 1U);
  EXPECT_EQ(ranks_at(sorted, 2, 3.9, of_kind(Surrogate::Kind::squared_hinge)).tied_end, 1U);
  EXPECT_EQ(ranks_at(sorted, 2, 4.1, of_kind(Surrogate::Kind::squared_hinge)).tied_end, 0U);
  EXPECT_EQ(ranks_at(sorted, 2, 0, of_kind(Surrogate::Kind::squared_hinge)).tied_end, 4U);
}

}  // namespace
}  // namespace pauc::kernel
