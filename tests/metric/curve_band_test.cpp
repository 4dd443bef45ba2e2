#include "pauc/metric/evaluation.h"
#include "support/problems.h"

namespace pauc {
namespace {

ScoredRows rows_of(const test::Problem& problem) {
  ScoredRows rows;
  rows.labels = problem.labels;
  rows.names = {"s"};
  rows.columns = {problem.scores};
  rows.weights = problem.weights;
  return rows;
}

// What `evaluate` says of the operating point at this rate, when the region ends there.
OperatingEstimate point_at(const ScoredRows& rows, double rate) {
  EvaluationOptions options;
  options.fpr_max = rate;
  const Evaluation evaluation = evaluate(rows, options);
  for (const OperatingEstimate& estimate : evaluation.scores[0].operating_points) {
    if (estimate.point.fpr == rate) return estimate;
  }
  ADD_FAILURE() << "no operating point at " << rate;
  return {};
}

void expect_band_of_operating_points(const ScoredRows& rows) {
  EvaluationOptions options;
  options.band_points = 40;
  const auto band = evaluate(rows, options).scores[0].band;
  ASSERT_GE(band.size(), 30U);
  EXPECT_EQ(band.front().point.fpr, 0);
  EXPECT_EQ(band.back().point.fpr, 1);
  for (std::size_t k = 1; k < band.size(); ++k) {
    EXPECT_LT(band[k - 1].point.fpr, band[k].point.fpr);
    const OperatingEstimate expected = point_at(rows, band[k].point.fpr);
    EXPECT_EQ(band[k].point.exists, expected.point.exists);
    EXPECT_EQ(band[k].point.tpr, expected.point.tpr);
    ASSERT_EQ(band[k].tpr_ci.interval.has_value(), expected.tpr_ci.interval.has_value());
    if (!expected.tpr_ci.interval) continue;
    EXPECT_EQ(band[k].tpr_ci.interval->lower, expected.tpr_ci.interval->lower) << band[k].point.fpr;
    EXPECT_EQ(band[k].tpr_ci.interval->upper, expected.tpr_ci.interval->upper);
  }
}

TEST(CurveBand, IsMadeOfTheIntervalsOfOperatingPoints) {
  Random random(7);
  expect_band_of_operating_points(rows_of(test::binormal_problem(random, 40, 300, 1)));
}

TEST(CurveBand, HonoursWeightsAndGroups) {
  Random random(8);
  ScoredRows rows = rows_of(test::binormal_problem(random, 60, 200, 1));
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    rows.weights.push_back(0.5 + random.uniform());
    rows.groups.push_back(static_cast<std::uint32_t>(i / 4));
  }
  rows.group_count = static_cast<std::int64_t>(rows.labels.size() / 4);
  expect_band_of_operating_points(rows);
}

TEST(CurveBand, IsNotThereUnlessAskedFor) {
  Random random(9);
  const ScoredRows rows = rows_of(test::binormal_problem(random, 20, 50, 1));
  EvaluationOptions options;
  EXPECT_TRUE(evaluate(rows, options).scores[0].band.empty());
  options.band_points = 20;
  options.uncertainty.method = IntervalMethod::none;
  EXPECT_TRUE(evaluate(rows, options).scores[0].band.empty());
}

TEST(CurveBand, ReachesFromTheFirstRateThatNegativesCanShow) {
  Random random(10);
  EvaluationOptions options;
  options.band_points = 20;
  const auto band = evaluate(rows_of(test::binormal_problem(random, 20, 1000, 1)), options).scores[0].band;
  EXPECT_DOUBLE_EQ(band[1].point.fpr, 0.001);
}

}  // namespace
}  // namespace pauc
