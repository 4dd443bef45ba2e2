#include "pauc/metric/probability_map.h"

#include <cmath>

#include "support/scored_problems.h"

namespace pauc {
namespace {

// Scores uniform in -3..3; a case is positive with the probability of its score.
template <class Truth>
ScoredRows drawn(std::uint64_t seed, int count, const Truth& truth) {
  Random random(seed);
  ScoredRows rows;
  rows.names = {"s"};
  rows.columns.resize(1);
  for (int i = 0; i < count; ++i) {
    const double score = 6 * random.uniform() - 3;
    rows.columns[0].push_back(score);
    rows.labels.push_back(random.uniform() < truth(score) ? 1 : 0);
  }
  return rows;
}

double logistic(double score) { return 1 / (1 + std::exp(-score)); }
// Far from any logistic curve.
double steps(double score) { return score < -1 ? 0.02 : score < 2 ? 0.5 : 0.98; }

TEST(ProbabilityMap, KeepsPlattWhereScoresAreLogits) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ProbabilityMap map = fit_probabilities(drawn(seed, 1000, logistic));
    EXPECT_FALSE(map.isotonic) << seed;
    EXPECT_STREQ(map.method(), "platt");
    ASSERT_TRUE(map.platt_loss);
    EXPECT_LT(*map.platt_loss, *map.isotonic_loss);
    EXPECT_EQ(map.probability(0.3), map.platt.probability(0.3));
  }
}

TEST(ProbabilityMap, TakesIsotonicWhereItIsBetter) {
  const ProbabilityMap map = fit_probabilities(drawn(4, 2000, steps));
  ASSERT_TRUE(map.isotonic);
  EXPECT_STREQ(map.method(), "isotonic");
  EXPECT_LT(*map.isotonic_loss, *map.platt_loss);
  for (const double score : {-2.0, 0.5, 2.5}) EXPECT_NEAR(map.probability(score), steps(score), 0.06) << score;
}

TEST(ProbabilityMap, SameRowsGiveTheSameMap) {
  const ScoredRows rows = drawn(5, 500, steps);
  EXPECT_EQ(fit_probabilities(rows).isotonic_loss, fit_probabilities(rows).isotonic_loss);
}

TEST(ProbabilityMap, WithOnePositiveThereIsOnlyPlatt) {
  ScoredRows rows = test::rows_of(test::Problem{{1, 0, 0, 0, 0, 0}, {3, 1, 2, 0, -1, 1.5}, {}});
  const ProbabilityMap map = fit_probabilities(rows);
  EXPECT_FALSE(map.isotonic);
  EXPECT_FALSE(map.platt_loss);
}

TEST(ProbabilityMap, DoesNotDependOnTheScaleOfTheWeights) {
  for (const bool curved : {false, true}) {
    ScoredRows rows = drawn(7, 2000, [&](double score) { return curved ? steps(score) : logistic(score); });
    for (std::size_t i = 0; i < rows.labels.size(); ++i) rows.weights.push_back(1 + static_cast<double>(i % 3));
    const ProbabilityMap map = fit_probabilities(rows);
    EXPECT_EQ(map.isotonic.has_value(), curved);
    for (double& weight : rows.weights) weight *= 1e-4;
    const ProbabilityMap scaled = fit_probabilities(rows);
    EXPECT_STREQ(scaled.method(), map.method());
    EXPECT_NEAR(*scaled.platt_loss, *map.platt_loss, 1e-9);
    for (const double score : {-2.0, 0.5, 2.5}) {
      EXPECT_NEAR(scaled.probability(score), map.probability(score), 1e-9) << score;
      EXPECT_NEAR(scaled.platt.probability(score), map.platt.probability(score), 1e-6) << score;
    }
  }
}

// Copies of rows in a group are no further evidence.
TEST(ProbabilityMap, HeedsGroups) {
  const ScoredRows few = drawn(6, 60, [](double score) { return logistic(1.5 * score); });
  ScoredRows copies;
  copies.names = {"s"};
  copies.columns.resize(1);
  copies.group_count = 60;
  for (std::uint32_t i = 0; i < 60; ++i) {
    for (int copy = 0; copy < 20; ++copy) {
      copies.labels.push_back(few.labels[i]);
      copies.columns[0].push_back(few.columns[0][i]);
      copies.groups.push_back(i);
    }
  }
  EXPECT_FALSE(fit_probabilities(copies).isotonic);
  copies.groups.clear();
  copies.group_count = 0;
  EXPECT_TRUE(fit_probabilities(copies).isotonic);  // it has seen a copy of every row
}

}  // namespace
}  // namespace pauc
