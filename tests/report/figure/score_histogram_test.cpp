#include "pauc/report/figure/score_histogram.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pauc/report/figure/distribution_svg.h"
#include "support/problems.h"

namespace pauc::report {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::Not;

double sum(const std::vector<double>& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); }

std::size_t bin_of(const ScoreHistogram& histogram, double score) {
  const double share = (score - histogram.low) / (histogram.high - histogram.low);
  const auto bins = static_cast<double>(histogram.positives.size());
  return static_cast<std::size_t>(std::min(share * bins, bins - 1));
}

void expect_both_whole(const ScoreHistogram& histogram) {
  EXPECT_THAT(sum(histogram.positives), DoubleNear(1, 1e-9));
  EXPECT_THAT(sum(histogram.negatives), DoubleNear(1, 1e-9));
}

TEST(ScoreHistogram, CountsSharesOfEachClass) {
  const test::Problem problem{{1, 1, 1, 1, 0, 0}, {0, 10, 10, 10, 0, 5}, {}};
  const auto histogram = histogram_of(problem.cases());
  EXPECT_EQ(histogram.low, 0);
  EXPECT_EQ(histogram.high, 10);
  EXPECT_DOUBLE_EQ(histogram.positives.front(), 0.25);
  EXPECT_DOUBLE_EQ(histogram.positives.back(), 0.75);
  EXPECT_DOUBLE_EQ(histogram.negatives[bin_of(histogram, 5)], 0.5);
  expect_both_whole(histogram);
}

TEST(ScoreHistogram, HonoursWeights) {
  const test::Problem problem{{1, 1, 0, 0, 0}, {0, 10, 0, 10, 1000}, {1, 3, 2, 8, 0}};
  const auto histogram = histogram_of(problem.cases());
  EXPECT_EQ(histogram.high, 10);  // a row of weight 0 is none
  EXPECT_DOUBLE_EQ(histogram.positives.back(), 0.75);
  EXPECT_DOUBLE_EQ(histogram.negatives.front(), 0.2);
  EXPECT_DOUBLE_EQ(histogram.negatives.back(), 0.8);
}

TEST(ScoreHistogram, LeavesOutAFewThatAreFarAway) {
  Random random(5);
  auto problem = test::binormal_problem(random, 50, 2000, 1);
  problem.scores[7] = 1e6;
  const auto histogram = histogram_of(problem.cases());
  EXPECT_LT(histogram.high, 10);
  EXPECT_TRUE(histogram.cut_high);
  EXPECT_FALSE(histogram.cut_low);
  expect_both_whole(histogram);
  EXPECT_THAT(distribution_svg(histogram), HasSubstr("score (last bar: and above)"));
}

TEST(ScoreHistogram, ShowsFewPositivesHoweverManyNegativesThereAre) {
  Random random(6);
  auto problem = test::binormal_problem(random, 3, 20000, 0);
  for (std::size_t row = 0; row < problem.labels.size(); ++row) {
    if (problem.labels[row] == 1) problem.scores[row] = 500 + static_cast<double>(row % 7);
  }
  const auto histogram = histogram_of(problem.cases());
  EXPECT_GE(histogram.high, 500);
  EXPECT_FALSE(histogram.cut_high);
}

TEST(ScoreHistogram, PutsConstantScoresIntoTheMiddle) {
  for (const double score : {0.0, 0.7, -1e-320, 1e17, std::numeric_limits<double>::max()}) {
    const test::Problem problem{{1, 0, 0}, {score, score, score}, {}};
    const auto histogram = histogram_of(problem.cases());
    EXPECT_LT(histogram.low, histogram.high);
    EXPECT_FALSE(histogram.cut_low);
    expect_both_whole(histogram);
    EXPECT_TRUE(score > 1e300 || histogram.positives[histogram.positives.size() / 2] == 1) << score;
    EXPECT_THAT(distribution_svg(histogram), Not(HasSubstr("nan")));
  }
}

TEST(ScoreHistogram, SpansAllDoubles) {
  constexpr double kMost = std::numeric_limits<double>::max();
  const test::Problem problem{{1, 0, 0}, {kMost, -kMost, 0}, {}};
  const auto histogram = histogram_of(problem.cases());
  EXPECT_EQ(histogram.positives.back(), 1);
  EXPECT_EQ(histogram.negatives.front(), 0.5);
  const std::string svg = distribution_svg(histogram);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace pauc::report
