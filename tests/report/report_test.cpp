#include "pauc/metric/evaluation.h"
#include "pauc/metric/names.h"
#include "pauc/report/table/evaluation_text.h"
#include "pauc/report/table/text_table.h"
#include "report/figure/drawn_evaluations.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;

TEST(TextTable, AlignsColumnsByCharacters) {
  TextTable table;
  table.add_row({"a", "b"});
  table.add_row({"Größe", "1"});
  table.add_row({"xx", "2"});
  EXPECT_EQ(table.text(), "a       b\nGröße   1\nxx      2\n");
}

TEST(TextTable, LetsNoNameSteerTheTerminal) {
  TextTable table;
  table.add_row({"a\x1b[31m\nb"});
  EXPECT_EQ(table.text(), "a\\x1b[31m\\x0ab\n");
}

TEST(RegionText, ReadsLikeASentence) {
  EXPECT_EQ(region_text({0, 0.3, 0}), "FPR <= 0.3");
  EXPECT_EQ(region_text({0.05, 0.3, 0}), "0.05 <= FPR <= 0.3");
  EXPECT_EQ(region_text({0, 0.4, 0.6}), "TPR >= 0.6, FPR <= 0.4");
}

TEST(EvaluationText, ShowsValueWithIntervalOnTheChosenScale) {
  const auto evaluation = test::evaluation_of({"s"}, 20, 50);
  const std::string text = evaluation_text(evaluation);
  EXPECT_THAT(text, HasSubstr("20 positives, 50 negatives; 95 % intervals, analytic"));
  EXPECT_THAT(text, HasSubstr("pAUC FPR <= 0.1 (mcclish)"));
}

TEST(EvaluationText, SaysOnceForAllScoresWhatCannotBeGuaranteed) {
  const std::string text = evaluation_text(test::evaluation_of({"s", "t"}, 20, 50), 200);
  const std::string reason =
      "FPR <= 0.01      an FPR of at most 0.01 with confidence 0.95 needs at least 299 negatives; there are 50\n";
  EXPECT_THAT(text, HasSubstr(reason));
  EXPECT_EQ(text.find(reason), text.rfind(reason));
  EXPECT_THAT(text, HasSubstr("\nFPR <= 0.1          t  "));  // 50 negatives are enough for this one
}

TEST(EvaluationText, HasAColumnForEveryRowOfTheRegistry) {
  const std::string text = evaluation_text(test::evaluation_of({"s"}, 20, 50));
  for (const CurveMetric& metric : curve_metrics()) EXPECT_THAT(text, HasSubstr(metric.title));
}

}  // namespace
}  // namespace pauc::report
