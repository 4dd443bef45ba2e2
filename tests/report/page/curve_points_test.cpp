#include "pauc/report/page/curve_points.h"

#include <algorithm>

#include "support/problems.h"

namespace pauc::report {
namespace {

ScoreEvaluation evaluated(std::int64_t positives, std::int64_t negatives) {
  Random random(31);
  const auto problem = test::binormal_problem(random, positives, negatives, 1.5);
  ScoredRows rows;
  rows.labels = problem.labels;
  rows.names = {"s"};
  rows.columns = {problem.scores};
  EvaluationOptions options;
  options.fpr_max = 0.037;
  options.band_points = 400;
  return evaluate(rows, options).scores[0];
}

TEST(CurvePoints, OfASmallCurveAreAllOfIt) {
  const ScoreEvaluation score = evaluated(100, 900);
  const CurvePoints points = curve_points(score);
  EXPECT_EQ(points.thresholds, score.curve.thresholds);
  ASSERT_EQ(points.negatives.size(), score.curve.vertices.size());
  EXPECT_EQ(points.negatives.front(), 0);
  EXPECT_EQ(points.positives.back(), 100);
}

TEST(CurvePoints, OfALargeCurveAreFewAndLeaveNoGap) {
  const ScoreEvaluation score = evaluated(20000, 200000);
  const CurvePoints points = curve_points(score);
  EXPECT_LT(points.negatives.size(), 1500U);
  EXPECT_EQ(points.thresholds.size() + 1, points.negatives.size());
  for (std::size_t k = 1; k < points.negatives.size(); ++k) {
    EXPECT_LE(points.negatives[k] - points.negatives[k - 1], std::max(1.0, 0.02 * points.negatives[k - 1]) + 1e-9);
    EXPECT_LE(points.positives[k] - points.positives[k - 1], 0.002 * 20000 + 1);
  }
}

TEST(CurvePoints, HaveFurtherThresholdsThatAreAskedFor) {
  const ScoreEvaluation score = evaluated(20000, 200000);
  const std::vector<double> wanted = {score.curve.thresholds[777], score.curve.thresholds[100001]};
  EXPECT_TRUE(is_thinned(score));
  const CurvePoints points = curve_points(score, wanted);
  for (const double threshold : wanted) {
    EXPECT_EQ(std::count(points.thresholds.begin(), points.thresholds.end(), threshold), 1);
  }
}

TEST(CurvePoints, HaveTheIntervalsOfOperatingPoints) {
  const ScoreEvaluation score = evaluated(100, 900);
  const CurvePoints points = curve_points(score);
  for (const OperatingEstimate& at : score.operating_points) {
    const auto found = std::find(points.thresholds.begin(), points.thresholds.end(), at.point.threshold);
    const auto k = static_cast<std::size_t>(found - points.thresholds.begin()) + 1;
    EXPECT_EQ(points.tpr_ci[k]->lower, at.tpr_ci.interval->lower);
  }
}

TEST(CurvePoints, HaveTheBandsIntervalsWhereItStands) {
  const ScoreEvaluation score = evaluated(30, 200);
  const CurvePoints points = curve_points(score);
  EXPECT_FALSE(points.tpr_ci[0]);
  for (std::size_t k = 1; k < points.positives.size(); ++k) {
    // Of the points at one FPR the band has the last, which is the one that an operating point would take.
    const bool last = k + 1 == points.negatives.size() || points.negatives[k + 1] > points.negatives[k];
    ASSERT_EQ(points.tpr_ci[k].has_value(), last) << k;
    if (!last) continue;
    EXPECT_DOUBLE_EQ(points.tpr_ci[k]->lower, clopper_pearson(points.positives[k], 30, 0.95).lower) << k;
    EXPECT_DOUBLE_EQ(points.tpr_ci[k]->upper, clopper_pearson(points.positives[k], 30, 0.95).upper) << k;
  }
}

TEST(CurvePoints, HaveFallingThresholds) {
  const auto thresholds = curve_points(evaluated(20000, 200000)).thresholds;
  EXPECT_TRUE(std::is_sorted(thresholds.rbegin(), thresholds.rend()));
  EXPECT_EQ(std::adjacent_find(thresholds.begin(), thresholds.end()), thresholds.end());
}

TEST(CurvePoints, HaveEveryOperatingPoint) {
  const ScoreEvaluation score = evaluated(20000, 200000);
  const CurvePoints points = curve_points(score);
  ASSERT_EQ(score.operating_points.size(), 5U);
  for (const OperatingEstimate& at : score.operating_points) {
    const auto found = std::find(points.thresholds.begin(), points.thresholds.end(), at.point.threshold);
    ASSERT_NE(found, points.thresholds.end()) << at.point.fpr;
    const auto k = static_cast<std::size_t>(found - points.thresholds.begin()) + 1;
    EXPECT_EQ(points.negatives[k] / 200000, at.point.realised_fpr);
    EXPECT_EQ(points.positives[k] / 20000, at.point.tpr);
  }
}

}  // namespace
}  // namespace pauc::report
