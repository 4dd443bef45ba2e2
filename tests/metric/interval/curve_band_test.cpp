#include <algorithm>
#include <cmath>

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

// The one of the last rate that is not beyond.
const OperatingEstimate& held_at(const std::vector<OperatingEstimate>& band, double fpr) {
  const auto after = std::partition_point(band.begin(), band.end(),
                                          [&](const OperatingEstimate& estimate) { return estimate.point.fpr <= fpr; });
  return *(after - 1);
}

void expect_same(const IntervalResult& band, const IntervalResult& expected) {
  EXPECT_EQ(band.reason, expected.reason);
  ASSERT_EQ(band.interval.has_value(), expected.interval.has_value());
  if (!expected.interval) return;
  EXPECT_EQ(band.interval->lower, expected.interval->lower);
  EXPECT_EQ(band.interval->upper, expected.interval->upper);
}

// At every FPR where the curve has come to, and at the operating points.
void expect_band_of_curve(const Evaluation& evaluation) {
  const ScoreEvaluation& score = evaluation.scores[0];
  const Vertex totals = score.curve.totals();
  ASSERT_EQ(score.band.front().point.fpr, 0);
  ASSERT_EQ(score.band.back().point.fpr, 1);
  for (std::size_t k = 0; k < score.curve.vertices.size(); ++k) {
    const Vertex& vertex = score.curve.vertices[k];
    const bool rises = k + 1 < score.curve.vertices.size() && score.curve.vertices[k + 1].negatives == vertex.negatives;
    if (rises) continue;
    const OperatingEstimate& held = held_at(score.band, vertex.negatives / totals.negatives);
    const double tpr = vertex.positives / totals.positives;
    EXPECT_EQ(held.point.tpr, tpr) << vertex.negatives << " of " << totals.negatives;
    if (k == 0) continue;
    ASSERT_TRUE(held.tpr_ci.interval.has_value()) << held.tpr_ci.reason;
    EXPECT_LE(held.tpr_ci.interval->lower, tpr);
    EXPECT_GE(held.tpr_ci.interval->upper, tpr);
  }
  for (const OperatingEstimate& estimate : score.operating_points) {
    expect_same(held_at(score.band, estimate.point.fpr).tpr_ci, estimate.tpr_ci);
  }
}

TEST(CurveBand, HoldsTheCurveAtEveryVertex) {
  Random random(10);
  for (int round = 0; round < 300; ++round) {
    const auto ties = round % 2 == 0 ? test::Ties::none : test::Ties::many;
    const auto weights = round % 3 == 0   ? test::Weights::none
                         : round % 3 == 1 ? test::Weights::whole
                                          : test::Weights::any;
    EvaluationOptions options;
    options.band_points = 400;
    options.fpr_max = 0.3;
    expect_band_of_curve(evaluate(rows_of(test::random_problem(random, ties, weights)), options));
    if (testing::Test::HasFailure()) return;
  }
}

// Sums of tenths are seldom what they should be.
TEST(CurveBand, HoldsTheCurveWhateverTheRoundingOfWeights) {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    ScoredRows rows = rows_of(test::binormal_problem(random, 10, 40, 1));
    for (std::size_t i = 0; i < rows.labels.size(); ++i) {
      rows.weights.push_back(0.1 * std::ceil(19 * random.uniform()));
      rows.groups.push_back(static_cast<std::uint32_t>(i / 3));
    }
    rows.group_count = static_cast<std::int64_t>(rows.labels.size() / 3 + 1);
    EvaluationOptions options;
    options.band_points = 400;
    expect_band_of_curve(evaluate(rows, options));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(CurveBand, OfManyRowsIsThinnedToWhatCanBeSeen) {
  Random random(12);
  ScoredRows rows = rows_of(test::binormal_problem(random, 20000, 50000, 1));
  EvaluationOptions options;
  options.band_points = 100;
  for (const bool weighted : {false, true}) {
    if (weighted) {
      for (std::size_t i = 0; i < rows.labels.size(); ++i) rows.weights.push_back(0.5 + random.uniform());
    }
    const ScoreEvaluation score = evaluate(rows, options).scores[0];
    EXPECT_LT(score.band.size(), 800U);
    const Vertex totals = score.curve.totals();
    for (const Vertex& vertex : score.curve.vertices) {
      const OperatingEstimate& held = held_at(score.band, vertex.negatives / totals.negatives);
      ASSERT_LE(vertex.positives / totals.positives - held.point.tpr, 0.01);
    }
    for (std::size_t k = 2; k < score.band.size(); ++k) {
      const double from = score.band[k - 1].point.fpr;
      const double to = score.band[k].point.fpr;
      const bool near = to - from < 0.01 && to < from * std::pow(10, 0.02);
      // Else nothing lies between.
      if (!near) {
        const OperatingPoint before = operating_point(score.curve, from + 0.9 * (to - from));
        ASSERT_EQ(before.tpr, score.band[k - 1].point.tpr) << from << " to " << to;
      }
    }
    for (const OperatingEstimate& estimate : score.operating_points) {
      expect_same(held_at(score.band, estimate.point.fpr).tpr_ci, estimate.tpr_ci);
    }
  }
}

}  // namespace
}  // namespace pauc
