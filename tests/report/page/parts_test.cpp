#include <nlohmann/json.hpp>

#include "pauc/report/page/data.h"
#include "pauc/report/page/page.h"
#include "pauc/report/page/tables.h"
#include "support/problems.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Report report_of(const std::vector<std::string>& names) {
  Random random(3);
  ScoreTable table;
  table.rows.names = names;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto problem = test::binormal_problem(random, 20, 80, 1);
    table.rows.labels = problem.labels;
    table.rows.columns.push_back(problem.scores);
  }
  for (std::size_t i = 0; i < table.rows.labels.size(); ++i) table.numbers.push_back(static_cast<std::int64_t>(i) + 1);
  EvaluationOptions options;
  options.fpr_max = 0.1;
  return report_on_scores("s.csv", table, evaluate(table.rows, options));
}

TEST(PageData, HasNothingThatEndsAScript) {
  const std::string json = page_data_json(report_of({"</script><b>"}));
  EXPECT_THAT(json, Not(HasSubstr("<")));
  EXPECT_THAT(json, HasSubstr("\\u003c/script>"));
}

TEST(PageData, HasTheIntervalOfEveryPoint) {
  const auto data = nlohmann::json::parse(page_data_json(report_of({"s"})));
  const auto& points = data["models"][0]["points"];
  EXPECT_TRUE(points["low"][0].is_null());
  for (std::size_t k = 1; k < points["tp"].size(); ++k) {
    const Interval expected = clopper_pearson(points["tp"][k], 20, 0.95);
    EXPECT_NEAR(points["low"][k].get<double>(), expected.lower, 5.1e-5) << k;
    EXPECT_NEAR(points["high"][k].get<double>(), expected.upper, 5.1e-5) << k;
  }
}

TEST(DifferencesTable, OfFewModelsHasEveryPair) {
  EXPECT_THAT(differences_table(report_of({"a", "b", "c"})), HasSubstr("<bdi>b</bdi> &minus; <bdi>c</bdi>"));
}

TEST(DifferencesTable, OfManyModelsHasTheFirstAgainstEach) {
  const std::string table = differences_table(report_of({"a", "b", "c", "d"}));
  EXPECT_THAT(table, HasSubstr("<bdi>a</bdi> &minus; <bdi>d</bdi>"));
  EXPECT_THAT(table, Not(HasSubstr("<bdi>b</bdi> &minus; <bdi>c</bdi>")));
}

TEST(Page, DrawsTrainingsOfSeveralEpochsOnly) {
  Report report = report_of({"s"});
  record::Epoch epoch;
  epoch.epoch = 1;
  report.trainings.push_back({"forest", {"AUC", 1, {epoch}}});
  EXPECT_THAT(report_html(report), Not(HasSubstr("id=\"training\"")));
  report.trainings.push_back({"gin", {"AUC", 1, {epoch, epoch}}});
  report.trainings[1].curves.epochs[1].epoch = 2;
  EXPECT_THAT(report_html(report), HasSubstr("id=\"training\""));
}

}  // namespace
}  // namespace pauc::report
