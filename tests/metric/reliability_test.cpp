#include "pauc/metric/reliability.h"

#include <cmath>
#include <numeric>

#include "support/scored_problems.h"

namespace pauc {
namespace {

ScoredRows rows_with(const std::vector<std::uint8_t>& labels, const std::vector<double>& probabilities) {
  return test::rows_of(test::Problem{labels, probabilities, {}});
}

TEST(Reliability, IsWorkedOutByHand) {
  const Reliability found = reliability(rows_with({0, 0, 1, 0, 1, 1}, {0.1, 0.2, 0.3, 0.6, 0.7, 0.8}), 2, 0.95);
  ASSERT_EQ(found.bins.size(), 2U);
  EXPECT_EQ(found.bins[0].rows, 3);
  EXPECT_DOUBLE_EQ(found.bins[0].predicted, 0.2);
  EXPECT_DOUBLE_EQ(found.bins[0].observed, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.bins[1].predicted, 0.7);
  EXPECT_DOUBLE_EQ(found.bins[1].observed, 2.0 / 3);
  EXPECT_NEAR(found.error, 0.5 * (1.0 / 3 - 0.2) + 0.5 * (0.7 - 2.0 / 3), 1e-14);
  EXPECT_EQ(found.bins[0].ci.lower, clopper_pearson(1, 3, 0.95).lower);
  EXPECT_EQ(found.bins[0].ci.upper, clopper_pearson(1, 3, 0.95).upper);
}

TEST(Reliability, BinsHoldEveryRowOnceAndTiesTogether) {
  Random random(7);
  for (int k = 0; k < 100; ++k) {
    test::Problem problem =
        test::random_problem(random, k % 2 == 0 ? test::Ties::none : test::Ties::many, test::Weights::none);
    for (double& score : problem.scores) score = 1 / (1 + std::exp(-score));
    const Reliability found = reliability(test::rows_of(problem), 10, 0.95);
    EXPECT_LE(found.bins.size(), 10U);
    std::int64_t rows = 0;
    double share = 0;
    for (std::size_t b = 0; b < found.bins.size(); ++b) {
      rows += found.bins[b].rows;
      share += found.bins[b].share;
      EXPECT_TRUE(b == 0 || found.bins[b].predicted > found.bins[b - 1].predicted);
    }
    EXPECT_EQ(rows, static_cast<std::int64_t>(problem.labels.size()));
    EXPECT_NEAR(share, 1, 1e-12);
  }
}

TEST(Reliability, OfTrueProbabilitiesIsWhatChanceMakes) {
  Random random(8);
  double error = 0, by_chance = 0;
  for (int set = 0; set < 200; ++set) {
    std::vector<std::uint8_t> labels;
    std::vector<double> probabilities;
    for (int i = 0; i < 500; ++i) {
      probabilities.push_back(0.05 + 0.9 * random.uniform());
      labels.push_back(random.uniform() < probabilities.back() ? 1 : 0);
    }
    const Reliability found = reliability(rows_with(labels, probabilities), 10, 0.95);
    error += found.error / 200;
    by_chance += found.error_by_chance / 200;
  }
  EXPECT_NEAR(error, by_chance, 0.03 * by_chance);
}

TEST(Reliability, RowsOfAGroupCountOnce) {
  ScoredRows rows = rows_with({0, 0, 1, 1}, {0.5, 0.5, 0.5, 0.5});
  const Interval alone = reliability(rows, 1, 0.95).bins[0].ci;
  rows.groups = {0, 0, 1, 1};
  rows.group_count = 2;
  const Interval grouped = reliability(rows, 1, 0.95).bins[0].ci;
  EXPECT_EQ(grouped.upper, clopper_pearson(1, 2, 0.95).upper);
  EXPECT_GT(grouped.upper, alone.upper);
}

}  // namespace
}  // namespace pauc
