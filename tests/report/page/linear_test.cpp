#include "pauc/report/page/linear.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

record::Coefficients some_coefficients() {
  record::Coefficients coefficients;
  coefficients.intercept = -1.5;
  record::Coefficient weak;
  weak.feature = "weak";
  weak.per_unit = 100;
  weak.per_deviation = -0.0;
  record::Coefficient strong = weak;
  strong.feature = "<b>strong";
  strong.per_unit = 0.25;
  strong.per_deviation = -3;
  coefficients.terms = {weak, strong};
  return coefficients;
}

record::Scorecard some_scorecard() {
  record::Scorecard scorecard;
  scorecard.measure = "pAUC FPR <= 0.05 (mcclish)";
  scorecard.valid = {0.9, 0.85};
  scorecard.test = {0.8, 0.81};
  scorecard.without_points = 1;
  record::ScorecardFeature feature;
  feature.feature = "<i>age";
  feature.bins.resize(2);
  feature.bins[0].to = 40;
  feature.bins[1].from = 40;
  feature.bins[1].points = 10;
  feature.if_missing = 40;
  scorecard.features = {feature};
  return scorecard;
}

Report report_with(std::optional<record::Coefficients> coefficients, std::optional<record::Scorecard> scorecard) {
  Report report;
  report.runs.resize(1);
  report.runs[0].name = "run";
  report.runs[0].coefficients = std::move(coefficients);
  report.runs[0].scorecard = std::move(scorecard);
  return report;
}

TEST(LinearPage, ShowsCoefficientsTheStrongestFirst) {
  const std::string html = coefficients_html(report_with(some_coefficients(), {}));
  EXPECT_THAT(html, HasSubstr("intercept"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;strong"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_LT(html.find("strong"), html.find("weak"));
  EXPECT_THAT(html, HasSubstr("-3"));
  EXPECT_THAT(html, Not(HasSubstr("-0<")));
  EXPECT_THAT(html, Not(HasSubstr("interval")));
  EXPECT_THAT(html, Not(HasSubstr("penalty")));
}

TEST(LinearPage, ShowsIntervalsAndPenaltyWhereThereAreSome) {
  record::Coefficients coefficients = some_coefficients();
  coefficients.replicates = 1000;
  coefficients.collapsed = 3;
  coefficients.weight_decay = 0.001;
  coefficients.intercept_ci = Interval{-2, -1};
  coefficients.terms[1].ci = Interval{0.2, 0.3};
  const std::string html = coefficients_html(report_with(coefficients, {}));
  EXPECT_THAT(html, HasSubstr("3 of these gave all rows nearly the same score"));
  EXPECT_THAT(html, HasSubstr("intervals of 95 % from 1,000 refits"));
  EXPECT_THAT(html, HasSubstr("0.2 to 0.3"));
  EXPECT_THAT(html, HasSubstr("-2 to -1"));
  EXPECT_THAT(html, HasSubstr("L2 penalty on standardised features: 0.001"));
}

TEST(LinearPage, LongListsEndInTheFile) {
  record::Coefficients coefficients = some_coefficients();
  coefficients.terms.resize(250, coefficients.terms[0]);
  EXPECT_THAT(coefficients_html(report_with(coefficients, {})), HasSubstr("150 weaker terms are in coefficients.csv"));
}

TEST(LinearPage, ShowsTheScorecardWithItsLoss) {
  const std::string html = scorecard_html(report_with({}, some_scorecard()));
  EXPECT_THAT(html, HasSubstr("pAUC FPR &lt;= 0.05 (mcclish): on validation, 0.850 for the points against 0.900"));
  EXPECT_THAT(html, HasSubstr("(-0.050)"));
  EXPECT_THAT(html, HasSubstr("(+0.010)"));
  EXPECT_THAT(html, HasSubstr("&lt;i&gt;age"));
  EXPECT_THAT(html, HasSubstr("below 40"));
  EXPECT_THAT(html, HasSubstr("40 or more"));
  EXPECT_THAT(html, HasSubstr("missing"));
  EXPECT_THAT(html, HasSubstr("1 feature without points left out"));
}

TEST(LinearPage, OtherRunsHaveNeither) {
  EXPECT_THAT(coefficients_html(report_with({}, {})), IsEmpty());
  EXPECT_THAT(scorecard_html(report_with({}, {})), IsEmpty());
}

TEST(LinearPage, SeveralRunsAreNamed) {
  Report report = report_with(some_coefficients(), {});
  report.runs.push_back(report.runs[0]);
  report.runs[1].name = "other & run";
  EXPECT_THAT(coefficients_html(report), HasSubstr("other &amp; run"));
}

}  // namespace
}  // namespace pauc::report
