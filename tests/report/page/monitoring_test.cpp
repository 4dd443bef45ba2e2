#include "pauc/report/page/monitoring.h"

#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/report/page/page.h"
#include "pauc/report/table/monitoring_text.h"

namespace pauc::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

record::Monitoring found() {
  record::Monitoring found;
  found.run = "run";
  found.files = {"new.csv"};
  found.rows = 1000;
  found.labelled = 900;
  found.promises = {{PromisedRate::fpr, 0.1, 0.95, 1.5, 800, 800, 60, {0.05, 0.1}, {}}};
  found.called = {120, 1000, 60, 500, {0.1, 0.14}, {0.09, 0.15}, 0.9};
  found.columns = {{"<b>age", {0.02, 0.03, 10}}};
  return found;
}

std::string page(const record::Monitoring& monitoring) {
  Report report;
  report.title = "run";
  report.monitoring = monitoring;
  return report_html(report);
}

TEST(MonitoringPage, SaysThatThePromiseHolds) {
  const std::string html = page(found());
  EXPECT_THAT(html, HasSubstr("The promised rates <strong>hold</strong> so far, and the data look as before."));
  EXPECT_THAT(html, HasSubstr("60 of 800 negatives raised a false alarm, 7.5 % [5.0 %, 10.0 %]"));
  EXPECT_THAT(html, Not(HasSubstr("<b>age")));
  EXPECT_STREQ(found().verdict(), "holds");
}

TEST(MonitoringPage, SaysSinceWhenItIsBroken) {
  record::Monitoring broken = found();
  broken.promises[0].evidence = {25, 40, 512};
  EXPECT_THAT(page(broken), HasSubstr("A promised rate is <strong>broken</strong>."));
  EXPECT_THAT(monitoring_text(broken),
              HasSubstr("the promise is broken: evident since case 512 (p 0.025, test at 0.05)"));
  const auto json = nlohmann::json::parse(record::monitoring_json(broken));
  EXPECT_EQ(json["verdict"], "broken");
  EXPECT_EQ(json["promises"][0]["broken_at"], 512);
  EXPECT_EQ(json["promises"][0]["p"], 1.0 / 40);
}

TEST(MonitoringPage, WithoutLabelsSaysWhatCannotBeSeen) {
  record::Monitoring bare = found();
  bare.promises.clear();
  bare.no_labels = "new.csv has no column \"y\"";
  EXPECT_THAT(page(bare), HasSubstr("cannot be seen without labels"));
  EXPECT_STREQ(bare.verdict(), "unknown");
  bare.columns[0].drift.index = 0.5;
  EXPECT_STREQ(bare.verdict(), "unknown");  // chance does as much
  bare.columns[0].drift.p = 0.001;
  EXPECT_THAT(page(bare), HasSubstr("The <strong>data have changed</strong>; whether"));
  EXPECT_STREQ(bare.verdict(), "drifted");
}

TEST(MonitoringPage, SaysWhatWasNotTested) {
  record::Monitoring part = found();
  part.unlabelled = {{"late.csv", "late.csv has no column \"y\""}};
  EXPECT_THAT(page(part), AllOf(HasSubstr("Without labels: "), HasSubstr("late.csv has no column")));
  part.promises[0].untested = "a row weighs 1000";
  EXPECT_THAT(page(part), HasSubstr("cannot be seen from these rows"));
  EXPECT_THAT(monitoring_text(part), HasSubstr("not tested: a row weighs 1000"));
  EXPECT_STREQ(part.verdict(), "unknown");
}

// A fingerprint has thousands.
TEST(MonitoringPage, ShowsTwentyColumns) {
  record::Monitoring many = found();
  for (int bit = 0; bit < 2048; ++bit) many.columns.push_back({joined("bit_", bit), {0.01, 0.03, 2}});
  for (const std::string& text : {page(many), monitoring_text(many)}) {
    EXPECT_THAT(text, AllOf(HasSubstr("bit_18"), Not(HasSubstr("bit_19"))));
    EXPECT_THAT(text, HasSubstr("2029 more columns with a smaller drift; --json has all of them"));
  }
  EXPECT_EQ(nlohmann::json::parse(record::monitoring_json(many))["columns"].size(), 2049U);
  many.columns.resize(21);
  EXPECT_THAT(monitoring_text(many), HasSubstr("1 more column with"));
  many.columns.resize(20);
  EXPECT_THAT(monitoring_text(many), Not(HasSubstr("more column")));
}

TEST(MonitoringPage, SaysWithWhatABlendIsCompared) {
  record::Monitoring blend = found();
  blend.called.of_test = true;
  EXPECT_THAT(monitoring_text(blend), HasSubstr("of the rows of the test part it was 12.0 %"));
}

TEST(MonitoringPage, IsAbsentFromOtherPages) { EXPECT_EQ(monitoring_html(Report()), ""); }

}  // namespace
}  // namespace pauc::report
