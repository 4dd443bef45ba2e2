#include "pauc/metric/interval/effective_positives.h"

#include <algorithm>

#include "pauc/metric/interval/influence.h"
#include "support/problems.h"

namespace pauc {
namespace {

// By definition: a positive's influence on the TPR is its share of the weight times (it passes) - TPR.
double by_definition(const ScoredRows& rows, const OperatingPoint& point) {
  const Cases cases = rows.cases(0);
  const double total = check(cases).positives;
  std::vector<double> shares(rows.labels.size(), 0.0);
  std::vector<double> hits(rows.labels.size(), 0.0);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (rows.labels[i] == 0) continue;
    shares[i] = (rows.weights.empty() ? 1 : rows.weights[i]) / total;
    hits[i] = shares[i] * ((rows.columns[0][i] >= point.threshold ? 1 : 0) - point.tpr);
  }
  double squares = 0;
  for (const double unit : influence_by_unit(shares, rows.groups, rows.group_count)) squares += unit * unit;
  const double units = 1 / squares;
  if (point.tpr <= 0 || point.tpr >= 1) return units;
  const double spread = influence_variance(hits, cases, rows.groups, rows.group_count) * (units - 1) / units;
  return spread > 1e-12 ? std::min(units, point.tpr * (1 - point.tpr) / spread) : units;
}

void expect_as_defined(const ScoredRows& rows) {
  const Ranking ranking = rank_cases(rows.cases(0));
  const RocCurve curve = roc_curve(rows.cases(0), ranking);
  std::vector<OperatingPoint> points;
  for (int k = 0; k <= 50; ++k) {
    const OperatingPoint point = operating_point(curve, k / 50.0);
    if (point.exists) points.push_back(point);
  }
  const auto numbers = effective_positives(rows, ranking, curve, points);
  ASSERT_EQ(numbers.size(), points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    EXPECT_NEAR(numbers[k], by_definition(rows, points[k]), 1e-9 * numbers[k]) << points[k].fpr;
    EXPECT_EQ(numbers[k], effective_positives(rows, ranking, curve, {points[k]}).front());
  }
}

ScoredRows weighted_rows(Random& random, bool weights, bool groups) {
  const test::Problem problem = test::binormal_problem(random, 40, 90, 1);
  ScoredRows rows;
  rows.labels = problem.labels;
  rows.names = {"s"};
  rows.columns = {problem.scores};
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    if (weights) rows.weights.push_back(0.1 + 3 * random.uniform());
    if (groups) rows.groups.push_back(static_cast<std::uint32_t>(i / 3));
  }
  if (groups) rows.group_count = static_cast<std::int64_t>(rows.groups.back()) + 1;
  return rows;
}

TEST(EffectivePositives, AreAsDefinedAtEveryThreshold) {
  Random random(3);
  for (const bool weights : {false, true}) {
    for (const bool groups : {false, true}) {
      if (weights || groups) expect_as_defined(weighted_rows(random, weights, groups));
    }
  }
}

TEST(EffectivePositives, AreAllWhereEachRowIsACase) {
  Random random(4);
  ScoredRows rows = weighted_rows(random, false, false);
  const Ranking ranking = rank_cases(rows.cases(0));
  const RocCurve curve = roc_curve(rows.cases(0), ranking);
  EXPECT_EQ(effective_positives(rows, ranking, curve, {operating_point(curve, 0.3)}).front(), 40);
  rows.weights.assign(rows.labels.size(), 2.5);
  EXPECT_NEAR(effective_positives(rows, ranking, curve, {operating_point(curve, 0.3)}).front(), 40, 1e-9);
}

}  // namespace
}  // namespace pauc
