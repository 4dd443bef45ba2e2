#include "pauc/record/evaluation_json.h"

#include <nlohmann/json.hpp>

#include "support/scored_problems.h"

namespace pauc::record {
namespace {

TEST(EvaluationJson, HasEveryRowOfTheRegistry) {
  Random random(4);
  EvaluationOptions options;
  options.fpr_max = 0.3;
  options.tpr_min = 0.2;
  options.tpr_band = TprBand{0.5, 1};
  const auto json =
      nlohmann::json::parse(evaluation_json(evaluate(test::paired_rows(random, 20, 60, 1, 0.5), options)));
  const auto& score = json.at("scores").at("a");
  for (const AreaMetric& area : area_metrics()) {
    ASSERT_TRUE(score.contains(area.name)) << area.name;
    if (area.covers_whole_curve()) continue;
    for (const Scale scale : area.scales) EXPECT_TRUE(score[area.name].contains(choice_name(scale))) << area.name;
    EXPECT_EQ(score[area.name].contains("paper"), area.paper != nullptr) << area.name;
  }
  for (const CurveMetric& metric : curve_metrics()) {
    EXPECT_TRUE(score.at("screening").contains(metric.name)) << metric.name;
  }
  EXPECT_EQ(score.at("screening").size(), curve_metrics().size());
}

}  // namespace
}  // namespace pauc::record
