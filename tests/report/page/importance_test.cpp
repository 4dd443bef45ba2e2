#include "pauc/report/page/importance.h"

#include "pauc/report/page/examples.h"

namespace pauc::report {
namespace {

using record::Bin;
using record::Permuted;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

record::Importance some_importance() {
  record::Importance importance;
  importance.measure = "pAUC FPR <= 0.1 (mcclish)";
  importance.value = 0.8123;
  importance.mean_score = 0.5;
  importance.held_out = 9000;
  importance.rows = 4000;
  importance.positives = 400;
  importance.repeats = 5;
  importance.left_out = 12;
  importance.entries = {{"<b>age", Permuted::column, {}, 0.1234, Interval{0.1, 0.15}},
                        {"vitals", Permuted::group, {"pulse", "pressure"}, 0.05, std::nullopt}};
  importance.effects = {{"<b>age",
                         {{Bin::range, 1, 2.5, "", 100, 7, -1, Interval{-1.5, -0.5}, -2},
                          {Bin::category, 0, 0, "<i>nurse", 30, 0, 1.5, std::nullopt, 1.25}}}};
  return importance;
}

Report report_with(std::optional<record::Importance> importance) {
  Report report;
  report.runs.resize(1);
  report.runs[0].name = "run";
  report.runs[0].importance = std::move(importance);
  return report;
}

TEST(ImportanceSection, IsEmptyForRunsWithoutIt) {
  EXPECT_THAT(importance_html(report_with(std::nullopt)), IsEmpty());
  EXPECT_THAT(importance_html(Report()), IsEmpty());
}

TEST(ImportanceSection, ShowsDropsGroupsAndEffectsAndSaysWhatWasLeftOut) {
  const std::string html = importance_html(report_with(some_importance()));
  EXPECT_THAT(html, HasSubstr("0.1234"));
  EXPECT_THAT(html, HasSubstr("[0.1000, 0.1500]"));
  EXPECT_THAT(html, HasSubstr("group of 2 columns"));
  EXPECT_THAT(html, HasSubstr("4,000 rows"));
  EXPECT_THAT(html, HasSubstr("drawn from 9,000"));
  EXPECT_THAT(html, HasSubstr("12 columns left out"));
  EXPECT_THAT(html, HasSubstr("1 to 2.5"));
  EXPECT_THAT(html, HasSubstr("Inputs permuted together"));
}

TEST(ImportanceSection, ShowsNamesAsText) {
  const std::string html = importance_html(report_with(some_importance()));
  EXPECT_THAT(html, Not(HasSubstr("<b>age")));
  EXPECT_THAT(html, Not(HasSubstr("<i>nurse")));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;age"));
}

TEST(ImportanceSection, NamesTheRunsIfThereAreSeveral) {
  Report report = report_with(some_importance());
  report.runs.push_back(report.runs[0]);
  report.runs[1].name = "other run";
  EXPECT_THAT(importance_html(report), HasSubstr("other run"));
}

Report report_with_hard_example(const record::Contributions& contributions) {
  Report report;
  report.models.resize(1);
  report.models[0].hardest.positives = {{0, 4, "", 0.5, {"image/png", "photo"}}};
  report.models[0].contributions = {contributions};
  return report;
}

TEST(HardestSection, ShowsAColouredStructureInsteadOfThePlainOne) {
  const std::string html = hardest_html(report_with_hard_example({4, 0, {1, -1}, {"image/svg+xml", "coloured"}}));
  EXPECT_THAT(html, HasSubstr("Y29sb3VyZWQ="));
  EXPECT_THAT(html, Not(HasSubstr("cGhvdG8=")));
  EXPECT_THAT(html, HasSubstr("score without the atom"));
}

TEST(HardestSection, ShowsAMapOfPatchesBesideThePhoto) {
  const std::string html = hardest_html(report_with_hard_example({4, 2, {1, -1}, {"image/png", "coloured"}}));
  EXPECT_THAT(html, HasSubstr("Y29sb3VyZWQ="));
  EXPECT_THAT(html, HasSubstr("cGhvdG8="));
  EXPECT_THAT(html, HasSubstr("patches raise the score"));
}

TEST(HardestSection, LeavesOtherRowsAsTheyAre) {
  const std::string html = hardest_html(report_with_hard_example({5, 0, {1, -1}, {"image/svg+xml", "coloured"}}));
  EXPECT_THAT(html, HasSubstr("cGhvdG8="));
  EXPECT_THAT(html, Not(HasSubstr("Y29sb3VyZWQ=")));
}

}  // namespace
}  // namespace pauc::report
