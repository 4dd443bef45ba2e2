#include <algorithm>
#include <cmath>

#include "pauc/metric/evaluation.h"
#include "pauc/report/evaluation_text.h"
#include "pauc/report/names.h"
#include "pauc/report/roc_svg.h"
#include "pauc/report/text_table.h"
#include "support/problems.h"

namespace pauc {
namespace {

using testing::HasSubstr;
using testing::Not;

Evaluation evaluation_of(const std::string& name, std::int64_t positives, std::int64_t negatives) {
  Random random(81);
  const auto problem = test::binormal_problem(random, positives, negatives, 1);
  ScoredRows rows;
  rows.labels = problem.labels;
  rows.names = {name};
  rows.columns = {problem.scores};
  EvaluationOptions options;
  options.fpr_max = 0.1;
  return evaluate(rows, options);
}

TEST(TextTable, AlignsColumnsByCharacters) {
  TextTable table;
  table.add_row({"a", "b"});
  table.add_row({"Größe", "1"});
  table.add_row({"xx", "2"});
  EXPECT_EQ(table.text(), "a       b\nGröße   1\nxx      2\n");
}

TEST(RocSvg, EscapesNames) {
  const std::string svg = roc_svg(evaluation_of("<script>\"&\x01", 20, 50));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;&quot;&amp; "));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
}

TEST(RocSvg, ReplacesWhatIsNotUtf8) {
  const std::string svg = roc_svg(evaluation_of("a\xff\xc3(", 20, 50));
  EXPECT_THAT(svg, HasSubstr("a\uFFFD\uFFFD("));
}

TEST(RocSvg, StaysSmallForManyRows) { EXPECT_LT(roc_svg(evaluation_of("s", 20000, 200000)).size(), 120000U); }

TEST(RocSvg, ShadesTheRegion) { EXPECT_THAT(roc_svg(evaluation_of("s", 20, 50)), HasSubstr("#fff3c4")); }

TEST(TextTable, LetsNoNameSteerTheTerminal) {
  TextTable table;
  table.add_row({"a\x1b[31m\nb"});
  EXPECT_EQ(table.text(), "a\\x1b[31m\\x0ab\n");
}

TEST(RocSvg, ShortensLongNames) {
  EXPECT_THAT(roc_svg(evaluation_of(std::string(300, 'x'), 20, 50)), Not(HasSubstr(std::string(60, 'x'))));
}

TEST(RegionText, ReadsLikeASentence) {
  EXPECT_EQ(region_text({0, 0.3, 0}), "FPR <= 0.3");
  EXPECT_EQ(region_text({0.05, 0.3, 0}), "0.05 <= FPR <= 0.3");
  EXPECT_EQ(region_text({0, 0.4, 0.6}), "TPR >= 0.6, FPR <= 0.4");
}

TEST(EvaluationText, ShowsValueWithIntervalOnTheChosenScale) {
  const auto evaluation = evaluation_of("s", 20, 50);
  const std::string text = evaluation_text(evaluation);
  EXPECT_THAT(text, HasSubstr("20 positives, 50 negatives; 95 % intervals, analytic"));
  EXPECT_THAT(text, HasSubstr("pAUC FPR <= 0.1 (mcclish)"));
}

}  // namespace
}  // namespace pauc
