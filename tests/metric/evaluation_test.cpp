#include "pauc/metric/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "pauc/core/error.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/influence.h"
#include "support/scored_problems.h"

namespace pauc {
namespace {

using test::headline_estimate;
using test::paired_rows;
using test::Problem;
using test::rows_of;
using test::with_method;

std::vector<std::string> area_names(const Evaluation& evaluation) {
  std::vector<std::string> names;
  for (const auto& area : evaluation.areas) names.push_back(area.name());
  return names;
}

const EvaluatedArea& headline_of(const Evaluation& evaluation) { return evaluation.areas[evaluation.headline]; }
TEST(Evaluate, GivesOneWayForAnFprBoundAndBothForATprBoundToo) {
  Random random(61);
  const auto rows = rows_of(test::binormal_problem(random, 30, 70, 1));
  EvaluationOptions options;
  auto evaluation = evaluate(rows, options);
  EXPECT_THAT(area_names(evaluation), testing::ElementsAre("auc"));
  EXPECT_EQ(headline_of(evaluation).name(), "auc");
  options.fpr_max = 0.3;
  evaluation = evaluate(rows, options);
  EXPECT_THAT(area_names(evaluation), testing::ElementsAre("auc", "one_way"));
  EXPECT_EQ(headline_of(evaluation).name(), "one_way");
  EXPECT_EQ(headline_of(evaluation).scale, Scale::mcclish);
  options.tpr_min = 0.6;
  evaluation = evaluate(rows, options);
  EXPECT_THAT(area_names(evaluation), testing::ElementsAre("auc", "one_way", "two_way"));
  EXPECT_EQ(headline_of(evaluation).name(), "two_way");
  EXPECT_EQ(headline_of(evaluation).scale, Scale::normalised);
  options.fpr_max.reset();
  evaluation = evaluate(rows, options);
  EXPECT_THAT(area_names(evaluation), testing::ElementsAre("auc", "two_way"));
}

TEST(Evaluate, PutsOperatingPointsAtTheUsualRatesAndTheRegionsEnd) {
  Random random(62);
  const auto evaluation =
      evaluate(rows_of(test::binormal_problem(random, 30, 2000, 1)), with_method(IntervalMethod::analytic));
  std::vector<double> rates;
  for (const auto& estimate : evaluation.scores[0].operating_points) rates.push_back(estimate.point.fpr);
  EXPECT_EQ(rates, (std::vector<double>{0.001, 0.01, 0.05, 0.1, 0.3}));
}

TEST(Evaluate, GivesExactIntervalsForTheHits) {
  Random random(63);
  const auto evaluation =
      evaluate(rows_of(test::binormal_problem(random, 40, 500, 1)), with_method(IntervalMethod::analytic));
  for (const auto& [point, ci] : evaluation.scores[0].operating_points) {
    if (!point.exists) continue;
    const Interval expected = clopper_pearson(std::round(point.tpr * 40), 40, 0.95);
    EXPECT_NEAR(ci.interval->lower, expected.lower, 1e-12);
    EXPECT_NEAR(ci.interval->upper, expected.upper, 1e-12);
  }
}

TEST(Evaluate, CountsFewerIndependentHitsInGroups) {
  Random random(64);
  ScoredRows rows = rows_of(test::binormal_problem(random, 40, 400, 1));
  const auto once = evaluate(rows, with_method(IntervalMethod::analytic));
  ScoredRows twice = rows;
  for (std::uint32_t row = 0; row < 440; ++row) twice.groups.push_back(row);
  for (std::uint32_t row = 0; row < 440; ++row) {
    twice.labels.push_back(rows.labels[row]);
    twice.columns[0].push_back(rows.columns[0][row]);
    twice.groups.push_back(row);
  }
  twice.group_count = 440;
  const auto grouped = evaluate(twice, with_method(IntervalMethod::analytic));
  const auto width = [](const Evaluation& evaluation, std::size_t point) {
    const Interval interval = evaluation.scores[0].operating_points[point].tpr_ci.interval.value();
    return interval.upper - interval.lower;
  };
  for (const std::size_t point : {2U, 3U, 4U}) EXPECT_NEAR(width(grouped, point) / width(once, point), 1, 0.02);
  const Interval a = headline_estimate(once).ci.interval.value();
  const Interval b = headline_estimate(grouped).ci.interval.value();
  EXPECT_NEAR((b.upper - b.lower) / (a.upper - a.lower), 1, 0.02);
}

TEST(Evaluate, GivesTheSameExactIntervalUnderEqualWeights) {
  Random random(74);
  ScoredRows rows = rows_of(test::binormal_problem(random, 40, 400, 1));
  const auto plain =
      evaluate(rows, with_method(IntervalMethod::analytic)).scores[0].operating_points[3].tpr_ci.interval.value();
  rows.weights.assign(440, 0.3);
  const auto weighted =
      evaluate(rows, with_method(IntervalMethod::analytic)).scores[0].operating_points[3].tpr_ci.interval.value();
  EXPECT_NEAR(plain.lower, weighted.lower, 1e-9);
  EXPECT_NEAR(plain.upper, weighted.upper, 1e-9);
}

// Few replicates and few rows: ties, order statistics between replicates, skewed levels.
TEST(Evaluate, AgreesBetweenIntervalAndPValue) {
  Random random(75);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    const auto rows = paired_rows(random, 12, 40, 1, 1.5 * random.uniform());
    for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap, IntervalMethod::bca}) {
      EvaluationOptions options = with_method(method);
      options.uncertainty.replicates = 199 + round;
      options.uncertainty.seed = static_cast<std::uint64_t>(round);
      options.uncertainty.confidence = round % 2 == 0 ? 0.95 : 0.9;
      for (const auto& measure : evaluate(rows, options).comparisons) {
        for (const auto& pair : measure.pairs) {
          if (!pair.ci.interval || !pair.p) continue;
          const bool excludes = pair.ci.interval->lower > 1e-12 || pair.ci.interval->upper < -1e-12;
          EXPECT_EQ(excludes, *pair.p < 1 - options.uncertainty.confidence - 1e-12)
              << measure.measure << " [" << pair.ci.interval->lower << ", " << pair.ci.interval->upper << "], p "
              << *pair.p;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(Evaluate, HasNoIntervalWhereAClassLiesInOneGroup) {
  Random random(68);
  ScoredRows rows = rows_of(test::binormal_problem(random, 50, 250, 1));
  for (std::uint32_t row = 0; row < 300; ++row) rows.groups.push_back(row < 50 ? 0 : row - 49);
  rows.group_count = 251;
  for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap, IntervalMethod::bca}) {
    const auto evaluation = evaluate(rows, with_method(method));
    EXPECT_EQ(evaluation.scores[0].areas[0].ci.reason, "all rows of a class are in one group: the positives");
  }
  const auto exact = evaluate(rows, with_method(IntervalMethod::analytic)).scores[0].operating_points[3].tpr_ci;
  EXPECT_EQ(exact.reason, "all rows of a class are in one group: the positives");
}

TEST(Evaluate, DoesNotSeeRowsAndGroupsOfWeightZero) {
  Random random(69);
  ScoredRows rows = rows_of(test::binormal_problem(random, 20, 60, 1));
  rows.weights.assign(80, 2.0);
  for (std::uint32_t row = 0; row < 80; ++row) rows.groups.push_back(row / 2);
  rows.group_count = 40;
  ScoredRows padded = rows;
  for (std::uint32_t extra = 0; extra < 40; ++extra) {
    padded.labels.push_back(extra % 2);
    padded.columns[0].push_back(random.normal());
    padded.weights.push_back(0);
    padded.groups.push_back(40 + extra);
  }
  padded.group_count = 80;
  for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap, IntervalMethod::bca}) {
    const auto a = evaluate(rows, with_method(method)).scores[0].areas[1].ci.interval.value();
    const auto b = evaluate(padded, with_method(method)).scores[0].areas[1].ci.interval.value();
    EXPECT_NEAR(a.lower, b.lower, 1e-12);
    EXPECT_NEAR(a.upper, b.upper, 1e-12);
  }
}

TEST(Evaluate, RefusesRowsThatDoNotFitTogether) {
  const ScoredRows good = rows_of({{1, 0, 1, 0}, {4, 3, 2, 1}, {}});
  const auto refused = [&](const auto& change) {
    ScoredRows rows = good;
    change(rows);
    EXPECT_THROW(evaluate(rows, {}), UserError);
  };
  refused([](auto& rows) { rows.columns.clear(); });
  refused([](auto& rows) { rows.names.clear(); });
  refused([](auto& rows) { rows.groups = {0, 1}; });
  refused([](auto& rows) { rows.groups = {0, 1, 2, 3}; });  // group_count is 0
  refused([](auto& rows) {
    rows.names = {"s", "s"};
    rows.columns.push_back(rows.columns[0]);
  });
}

TEST(Evaluate, HasNoIntervalAtAPerfectScoreAndSaysWhy) {
  const Problem perfect = {{1, 1, 0, 0, 0}, {5, 4, 3, 2, 1}, {}};
  for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap, IntervalMethod::bca}) {
    const auto evaluation = evaluate(rows_of(perfect), with_method(method));
    EXPECT_EQ(evaluation.scores[0].areas[0].value, 1);
    EXPECT_FALSE(evaluation.scores[0].areas[0].ci.interval.has_value());
    EXPECT_FALSE(evaluation.scores[0].areas[0].ci.reason.empty());
  }
}

TEST(Evaluate, HasNoIntervalFromOnePositiveAndSaysWhy) {
  const Problem lone = {{1, 0, 0, 0}, {2.5, 3, 2, 1}, {}};
  for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap}) {
    EXPECT_EQ(evaluate(rows_of(lone), with_method(method)).scores[0].areas[0].ci.reason, "there is one positive only");
  }
}

TEST(Evaluate, FindsNoDifferenceBetweenAColumnAndItself) {
  Random random(65);
  ScoredRows rows = rows_of(test::binormal_problem(random, 30, 70, 1));
  rows.names = {"a", "b"};
  rows.columns.push_back(rows.columns[0]);
  for (const auto method : {IntervalMethod::analytic, IntervalMethod::bootstrap, IntervalMethod::bca}) {
    const auto evaluation = evaluate(rows, with_method(method));
    ASSERT_EQ(evaluation.comparisons[0].pairs.size(), 1U);
    EXPECT_EQ(evaluation.comparisons[0].pairs[0].difference, 0);
    EXPECT_EQ(evaluation.comparisons[0].pairs[0].p, 1.0);
    EXPECT_FALSE(evaluation.comparisons[0].pairs[0].ci.interval.has_value());
  }
}

TEST(Evaluate, ComparesEveryPairOfColumns) {
  Random random(66);
  ScoredRows rows = paired_rows(random, 100, 300, 1, 1);
  rows.names.emplace_back("c");
  rows.columns.push_back(rows.columns[1]);
  const auto evaluation = evaluate(rows, with_method(IntervalMethod::analytic));
  ASSERT_EQ(evaluation.comparisons[0].pairs.size(), 3U);
  EXPECT_LT(evaluation.comparisons[0].pairs[0].p.value(), 0.01);
  const auto value = [&](std::size_t c) {
    return headline_of(evaluation).on_scale(headline_estimate(evaluation, c).value, Scale::mcclish);
  };
  EXPECT_NEAR(evaluation.comparisons[0].pairs[0].difference, value(0) - value(1), 1e-12);
}

TEST(Evaluate, AgreesBetweenItsThreeKindsOfInterval) {
  Random random(67);
  const auto rows = paired_rows(random, 300, 1500, 1.5, 0.4);
  const auto analytic = evaluate(rows, with_method(IntervalMethod::analytic));
  for (const auto method : {IntervalMethod::bootstrap, IntervalMethod::bca}) {
    const auto resampled = evaluate(rows, with_method(method));
    const Interval a = headline_estimate(analytic).ci.interval.value();
    const Interval b = headline_estimate(resampled).ci.interval.value();
    EXPECT_NEAR(b.lower, a.lower, 0.15 * (a.upper - a.lower));
    EXPECT_NEAR(b.upper, a.upper, 0.15 * (a.upper - a.lower));
    const Interval c = analytic.comparisons[0].pairs[0].ci.interval.value();
    const Interval d = resampled.comparisons[0].pairs[0].ci.interval.value();
    EXPECT_NEAR(d.lower, c.lower, 0.15 * (c.upper - c.lower));
    EXPECT_NEAR(d.upper, c.upper, 0.15 * (c.upper - c.lower));
  }
}

TEST(Evaluate, HasNoPaperEstimateWithWeights) {
  ScoredRows rows = rows_of({{1, 0, 1, 0}, {4, 3, 2, 1}, {1, 2, 1, 1}});
  EXPECT_FALSE(evaluate(rows, with_method(IntervalMethod::analytic)).scores[0].areas[1].paper.has_value());
  rows.weights.clear();
  EXPECT_TRUE(evaluate(rows, with_method(IntervalMethod::analytic)).scores[0].areas[1].paper.has_value());
}

TEST(Evaluate, RefusesWrongOptions) {
  const auto rows = rows_of({{1, 0, 1, 0}, {4, 3, 2, 1}, {}});
  const auto refused = [&](const auto& change) {
    EvaluationOptions options = with_method(IntervalMethod::analytic);
    change(options);
    EXPECT_THROW(check_options(options), UserError);
    EXPECT_THROW(evaluate(rows, options), UserError);
  };
  refused([](auto& options) { options.fpr_max = 0; });
  refused([](auto& options) { options.fpr_min = 0.3; });
  refused([](auto& options) { options.tpr_min = 1; });
  refused([](auto& options) { options.tpr_band = TprBand{1, 0.5}; });
  refused([](auto& options) { options.uncertainty.confidence = 1; });
  refused([](auto& options) { options.uncertainty.replicates = 5; });
  refused([](auto& options) {
    options.tpr_min = 0.5;
    options.scale = Scale::mcclish;
  });
}

}  // namespace
}  // namespace pauc
