#include "pauc/metric/registry.h"

#include <set>

#include "pauc/metric/evaluation.h"
#include "support/scored_problems.h"

namespace pauc {
namespace {

TEST(MetricRegistry, NamesAreUnique) {
  std::set<std::string> names;
  for (const MetricInfo& row : metric_registry()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
  EXPECT_EQ(names.size(), area_metrics().size() + 1 + curve_metrics().size());
}

// The headline must not depend on the order of the rows.
TEST(MetricRegistry, NoTwoAreasHaveTheSamePrecedence) {
  std::set<int> seen;
  for (const AreaMetric& area : area_metrics()) EXPECT_TRUE(seen.insert(area.precedence).second) << area.name;
}

TEST(MetricRegistry, OnlyTheFirstAreaIsTheWholeCurve) {
  for (const AreaMetric& area : area_metrics()) {
    EXPECT_EQ(area.covers_whole_curve(), &area == &area_metrics().front()) << area.name;
  }
}

TEST(MetricRegistry, AnAreaIsShownOnAScaleThatItHas) {
  for (const AreaMetric& area : area_metrics()) EXPECT_THAT(area.scales, testing::Contains(area.shown)) << area.name;
}

TEST(MetricRegistry, EvaluateComputesEveryRow) {
  Random random(4);
  EvaluationOptions options;
  options.fpr_max = 0.3;
  options.tpr_min = 0.2;
  options.tpr_band = TprBand{0.5, 1};
  const Evaluation evaluation = evaluate(test::paired_rows(random, 20, 60, 1, 0.5), options);
  ASSERT_EQ(evaluation.areas.size(), area_metrics().size());
  for (std::size_t a = 0; a < evaluation.areas.size(); ++a) {
    EXPECT_EQ(evaluation.areas[a].metric, &area_metrics()[a]);
  }
  for (const ScoreEvaluation& score : evaluation.scores) {
    ASSERT_EQ(score.figures.size(), curve_metrics().size());
    for (std::size_t m = 0; m < score.figures.size(); ++m) {
      EXPECT_EQ(score.figures[m], curve_metrics()[m].value(score.curve)) << curve_metrics()[m].name;
    }
  }
}

}  // namespace
}  // namespace pauc
