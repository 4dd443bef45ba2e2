#include "pauc/report/figure/files.h"

#include "report/figure/drawn_evaluations.h"
#include "support/refusals.h"

namespace pauc::report {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::StartsWith;

Report report_on_two() {
  Report report;
  report.evaluation = test::evaluation_of({"a", "b"}, 20, 50);
  for (const char* name : {"a", "b"}) {
    ReportedModel model;
    model.name = name;
    model.histogram = {0, name[0] == 'a' ? 1.0 : 2.0, {1}, {1}, false, false};
    report.models.push_back(model);
    record::Epoch epoch;
    epoch.epoch = 1;
    epoch.realised_fraction = 0.5;
    report.trainings.push_back({name, {"AUC", 1, {epoch, epoch}}});
    report.trainings.back().curves.epochs[1].epoch = 2;
  }
  report.runs.push_back({"run", "", "", {}});
  return report;
}

Report report_on_comparison() {
  Report report;
  record::FinishedComparison comparison;
  for (const char* title : {"FPR <= 0.3, train part", "FPR <= 0.3, test part"}) {
    comparison.plots.push_back({title, "pAUC", {{"ce", {1, 2}, {0.5, 0.6}, {}}}});
  }
  report.comparisons.push_back(comparison);
  return report;
}

TEST(FigureFiles, AreOfTheFirstModelUnlessAnotherIsNamed) {
  const Report report = report_on_two();
  EXPECT_THAT(figure_svg(report, "scores", ""), HasSubstr("data-high=\"1\""));
  EXPECT_THAT(figure_svg(report, "scores", "b"), HasSubstr("data-high=\"2\""));
}

TEST(FigureFiles, RefuseAnUnknownModelWhateverTheFigure) {
  const Report report = report_on_two();
  for (const std::string& figure : figure_names()) {
    if (figure == "convergence") continue;
    EXPECT_THAT(figure_svg(report, figure, "b"), StartsWith("<svg")) << figure;
    EXPECT_THAT(refusal_of([&] { figure_svg(report, figure, "c"); }, Fault::usage),
                HasSubstr("of: no model \"c\"; expected one of"))
        << figure;
  }
}

TEST(FigureFiles, RefuseACurveOfOnePoint) {
  Report report = report_on_two();
  report.trainings[0].curves.epochs.resize(1);
  EXPECT_THAT(refusal_of([&] { figure_svg(report, "training", ""); }, Fault::usage),
              HasSubstr("figure: expected a training of several epochs, got one, as of a forest"));
}

TEST(FigureFiles, SayWhatACompareHas) {
  const Report report = report_on_comparison();
  for (const std::string& figure : figure_names()) {
    if (figure == "convergence") continue;
    EXPECT_THAT(refusal_of([&] { figure_svg(report, figure, ""); }, Fault::usage),
                HasSubstr("figure: expected a run, got the output of pauc compare; it has convergence only"));
  }
}

TEST(FigureFiles, DrawTheConvergenceWhoseTitleHoldsTheName) {
  const Report report = report_on_comparison();
  EXPECT_THAT(figure_svg(report, "convergence", ""), HasSubstr("<title>FPR &lt;= 0.3, train part</title>"));
  EXPECT_THAT(figure_svg(report, "convergence", "test"), HasSubstr("<title>FPR &lt;= 0.3, test part</title>"));
  EXPECT_THAT(refusal_of([&] { figure_svg(report, "convergence", "valid"); }, Fault::usage),
              HasSubstr("of: no plot \"valid\""));
  EXPECT_THAT(refusal_of([&] { figure_svg(report_on_two(), "convergence", ""); }, Fault::usage),
              HasSubstr("expected the output of pauc compare with its curves, got none"));
}

TEST(FigureFiles, RefuseAnUnknownFigure) {
  EXPECT_THAT(refusal_of([&] { figure_svg(report_on_two(), "rok", ""); }, Fault::usage),
              HasSubstr("figure: no \"rok\""));
}

}  // namespace
}  // namespace pauc::report
