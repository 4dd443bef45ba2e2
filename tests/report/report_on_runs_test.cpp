#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "pauc/report/page/headline.h"
#include "pauc/report/page/page.h"
#include "pauc/report/page/tables.h"
#include "pauc/report/report.h"
#include "support/refusals.h"
#include "support/run_folders.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReportOnRuns : public testing::Test {
 protected:
  Report report(const std::vector<std::string>& names, const ReportOptions& options = {}) const {
    std::vector<std::string> folders;
    for (const std::string& name : names) folders.push_back(folder_.path(name));
    return report_on_runs(folders, options);
  }

  // The same rows with other scores.
  test::WrittenRun other_model() const {
    test::WrittenRun run;
    run.objective = "sopa";
    run.part = part_;
    run.part.scores = test::random_part(6, 30, 170).scores;
    return run;
  }

  test::TemporaryFolder folder_;
  record::ScoredPart part_ = test::random_part(5, 30, 170);
};

TEST_F(ReportOnRuns, EvaluatesTheTestPartOnTheRegionOfTheRun) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  const Report report = this->report({"run"});
  EXPECT_EQ(report.title, "outcome in patients.csv (run)");
  EXPECT_THAT(headline_html(report),
              HasSubstr("Looked for: <strong><bdi>outcome = sick</bdi></strong>, 30 of 200 cases"));
  EXPECT_EQ(report.evaluated_on, "the test part of patients.csv");
  ASSERT_EQ(report.models.size(), 1U);
  EXPECT_EQ(report.models[0].positives, 30);
  EvaluationOptions options;
  options.fpr_max = 0.1;
  const Evaluation expected = record::evaluate_part(part_, options);
  EXPECT_EQ(report.evaluation->scores[0].areas[1].value, expected.scores[0].areas[1].value);
  EXPECT_EQ(report.evaluation->headline, expected.headline);
  EXPECT_EQ(report.runs[0].command, "pauc train patients.csv --out " + folder_.path("run"));
}

TEST_F(ReportOnRuns, NamesASeparateTestFile) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  folder_.file("run/run.json", record::run_start_json({"0.1.0", "", {{"data.test", "far/away/feb.csv"}}, {}}));
  EXPECT_EQ(report({"run"}).evaluated_on, "feb.csv, a separate test file");
}

TEST_F(ReportOnRuns, HasTheCommandThatAppliesAThreshold) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  EXPECT_THAT(report_html(report({"run"})),
              HasSubstr("\"command\":\"pauc predict " + folder_.path("run") + " NEW.csv --threshold=\""));
}

TEST_F(ReportOnRuns, CanHideIds) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  record::HardestExamples hardest = record::hardest_of(part_);
  hardest.positives[0].values = {{"age", "63"}};
  folder_.file("run/hardest.json", record::hardest_json({}, hardest));
  const std::string open = report_html(report({"run"}));
  EXPECT_THAT(open, HasSubstr("<bdi>" + hardest.positives[0].id + "</bdi>"));
  EXPECT_THAT(open, HasSubstr("<bdi>age</bdi> <b><bdi>63</bdi></b>"));
  ReportOptions options;
  options.hide_ids = true;
  const std::string hidden = report_html(report({"run"}, options));
  EXPECT_THAT(hidden, Not(HasSubstr("<bdi>id")));
  EXPECT_THAT(hidden, Not(HasSubstr("<bdi>age</bdi> <b>")));
  EXPECT_THAT(hidden, HasSubstr(joined("row ", hardest.positives[0].row)));
  // In a blend, also the rows that its members dispute.
  test::write_blend(folder_, "blend", {"ce", "patients.csv", 0.1, part_});
  EXPECT_THAT(report_html(report({"blend"})), HasSubstr("<bdi>id"));
  EXPECT_THAT(report_html(report({"blend"}, options)), Not(HasSubstr("<bdi>id")));
}

TEST_F(ReportOnRuns, ListsTheColumns) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  auto card = nlohmann::ordered_json::parse(test::content_of(folder_.path("run/model.json")));
  card["preprocessing"] = nlohmann::ordered_json::parse(
      R"({"columns":[{"name":"<age>","kind":"number","seen":{"low":18,"high":90.5,"missing":0}},)"
      R"({"name":"ward","kind":"category","categories":["A","B"]},)"
      R"({"name":"day","kind":"category","dropped":"constant"}]})");
  folder_.file("run/model.json", card.dump());
  const std::string html = report_html(report({"run"}));
  EXPECT_THAT(html, HasSubstr("Columns: 2 used of 3"));
  EXPECT_THAT(html, HasSubstr("&lt;age&gt;"));
  EXPECT_THAT(html, HasSubstr("18 to 90.5"));
  EXPECT_THAT(html, HasSubstr("2 categories"));
  EXPECT_THAT(html, HasSubstr("not used: <bdi>constant</bdi>"));
}

// Scores that an earlier run gives the test rows of a later one take the place of its own.
TEST_F(ReportOnRuns, ComparesARunWithTheOneItWasTrainedLike) {
  test::write_run(folder_, "new", {"ce", "feb.csv", 0.1, part_});
  test::write_run(folder_, "old", {"ce", "jan.csv", 0.1, test::random_part(8, 20, 90)});
  EXPECT_EQ(report({"new", "old"}).models[1].rows, 1U);
  folder_.file("new/run.json",
               record::run_start_json({"0.1.0", "", {{"trainer.like", folder_.path("new/../old")}}, {}}));
  EXPECT_EQ(report({"new", "old"}).models[1].rows, 1U);
  folder_.file("new/predictions-test-like.csv", record::predictions_csv(other_model().part));
  const Report both = report({"new", "old"});
  EXPECT_EQ(both.models[1].rows, 0U);
  EXPECT_FALSE(both.evaluation->comparisons.empty());
  ReportOptions options;
  options.part = "valid";
  EXPECT_EQ(report({"new", "old"}, options).models[1].rows, 1U);
}

TEST_F(ReportOnRuns, AnotherRegionCanBeAskedFor) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  ReportOptions options;
  options.evaluation.fpr_max = 0.4;
  const Report report = this->report({"run"}, options);
  EXPECT_EQ(std::get<Region>(report.evaluation->areas[1].where).fpr_max, 0.4);
}

TEST_F(ReportOnRuns, RunsOnTheSameRowsAreComparedPairByPair) {
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "b", other_model());
  const Report report = this->report({"b", "a"});
  EXPECT_EQ(report.models[0].name, "b");
  ASSERT_FALSE(report.evaluation->comparisons.empty());
  EXPECT_EQ(report.evaluation->comparisons[0].pairs[0].a, "b");
  EXPECT_TRUE(report.notes.empty());
}

TEST_F(ReportOnRuns, RunsOnOtherRowsStandSideBySideOnly) {
  test::WrittenRun other = other_model();
  other.part.ids[3] = "another";
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "b", other);
  const Report report = this->report({"a", "b"});
  EXPECT_TRUE(report.evaluation->comparisons.empty());
  ASSERT_EQ(report.evaluation->scores.size(), 2U);
  EXPECT_THAT(report.notes, testing::ElementsAre("Evaluated on other rows than a and not compared with it: b."));
}

TEST_F(ReportOnRuns, RegionsThatDifferAreSaid) {
  test::WrittenRun other = other_model();
  other.fpr_max = 0.3;
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "b", other);
  EXPECT_THAT(report({"a", "b"}).notes, testing::ElementsAre("Trained for another region than a: b (FPR <= 0.3)."));
}

TEST_F(ReportOnRuns, AnAutoRunShowsItsCandidatesTheKeptOneFirst) {
  test::write_auto_run(folder_, "run", {"sopa", "patients.csv", 0.1, part_});
  const Report report = this->report({"run"});
  ASSERT_EQ(report.models.size(), 2U);
  EXPECT_EQ(report.models[0].name, "sopa");
  EXPECT_EQ(report.models[1].name, "ce");
  EXPECT_EQ(report.candidates.size(), 2U);
  EXPECT_THAT(headline_html(report), HasSubstr("trained by cross-entropy: "));
}

TEST_F(ReportOnRuns, AnAutoRunWithoutItsCandidatesIsARun) {
  test::write_auto_run(folder_, "run", {"sopa", "patients.csv", 0.1, part_});
  std::filesystem::remove_all(folder_.path("run/candidates"));
  const Report report = this->report({"run"});
  ASSERT_EQ(report.models.size(), 1U);
  EXPECT_THAT(candidates_table(report), HasSubstr("its folder is gone"));
  EXPECT_THAT(headline_html(report), HasSubstr("this model finds"));
}

TEST_F(ReportOnRuns, RunsOnTheSameRowsAreComparedBesideOthers) {
  test::WrittenRun elsewhere = other_model();
  elsewhere.data_file = "fraud.csv";
  elsewhere.part = test::random_part(8, 12, 60);
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "other", elsewhere);
  test::write_run(folder_, "b", other_model());
  const Report report = this->report({"a", "other", "b"});
  ASSERT_EQ(report.evaluation->comparisons.front().pairs.size(), 1U);
  EXPECT_EQ(report.evaluation->comparisons.front().pairs[0].b, "b");
  EXPECT_EQ(report.evaluation->scores[1].name, "other");
  EXPECT_EQ(report.models[1].positives, 12);
  EXPECT_EQ(report.models[2].positives, 30);
  EXPECT_THAT(headline_html(report), HasSubstr("; <bdi>b</bdi>: "));
  EXPECT_THAT(summary_table(report), HasSubstr("<bdi>fraud.csv</bdi>: 12 positives, 60 negatives"));
  EXPECT_THAT(report.notes, testing::Contains(HasSubstr("other (fraud.csv, positive means sick)")));
}

TEST_F(ReportOnRuns, RunsAloneAreEvaluatedAsEvaluateDoes) {
  test::WrittenRun elsewhere = other_model();
  elsewhere.part = test::random_part(8, 12, 60);
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "other", elsewhere);
  EvaluationOptions options;
  options.fpr_max = 0.1;
  const Report report = this->report({"a", "other"});
  EXPECT_EQ(report.evaluation->scores[1].areas[1].value,
            record::evaluate_part(elsewhere.part, options).scores[0].areas[1].value);
}

// By counting the rows that reach the card's threshold, 1.25 in these runs.
TEST_F(ReportOnRuns, ThresholdsOfTheCardAreAppliedToTheRows) {
  part_.scores[0] = part_.scores.back() = 1.25;  // what scores as much counts
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  double hits = 0;
  double alarms = 0;
  for (std::size_t i = 0; i < part_.labels.size(); ++i) {
    if (part_.scores[i] >= 1.25) (part_.labels[i] == 1 ? hits : alarms) += 1;
  }
  const Report report = this->report({"run"});
  ASSERT_EQ(report.models[0].applied.size(), 1U);
  const AppliedThreshold& applied = report.models[0].applied[0];
  EXPECT_EQ(applied.tpr, hits / 30);
  EXPECT_EQ(applied.fpr, alarms / 170);
  EXPECT_EQ(applied.tpr_ci.interval->lower, clopper_pearson(hits, 30, 0.95).lower);
  EXPECT_THAT(headline_html(report), HasSubstr("expect that of new cases"));
}

TEST_F(ReportOnRuns, OnTheValidationPartNothingIsExpectedOfNewCases) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  ReportOptions options;
  options.part = "valid";
  const Report report = this->report({"run"}, options);
  EXPECT_TRUE(report.models[0].applied.empty());
  EXPECT_THAT(report.notes, testing::Contains(HasSubstr("were chosen on these same rows")));
}

TEST_F(ReportOnRuns, TheSameRunUnderTwoNamesIsRefused) {
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  EXPECT_THAT(test::refusal_of([&] { report({"run", "./run/"}); }, Fault::usage), HasSubstr("twice"));
}

TEST_F(ReportOnRuns, FoldersOfTheSameNameAreToldApart) {
  test::write_run(folder_, "x/run", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "y/run", other_model());
  const Report report = this->report({"x/run", "y/run"});
  EXPECT_EQ(report.models[0].name, folder_.path("x/run"));
  EXPECT_EQ(report.models[1].name, folder_.path("y/run"));
}

TEST_F(ReportOnRuns, RefusesWhatIsNoFinishedRun) {
  const auto refusal = [&](const std::vector<std::string>& names, Fault fault) {
    return test::refusal_of([&] { report(names); }, fault);
  };
  EXPECT_THAT(refusal({"nothing"}, Fault::no_input), HasSubstr("no such folder; expected a run folder"));
  std::filesystem::create_directories(folder_.path("empty"));
  EXPECT_THAT(refusal({"empty"}, Fault::no_input), HasSubstr("expected a run folder of pauc train"));
  test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
  EXPECT_THAT(refusal({"run", "run"}, Fault::usage), HasSubstr("twice"));
  std::filesystem::remove(record::RunPaths(folder_.path("run")).metrics());
  EXPECT_THAT(refusal({"run"}, Fault::data), HasSubstr("expected a finished run"));
}

TEST_F(ReportOnRuns, RefusesDamagedFilesByName) {
  const record::RunPaths names("run");
  const std::string good_card = [&] {
    test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
    return test::content_of(folder_.path(names.card()));
  }();
  const auto refusal = [&](const std::string& file, const std::string& content) {
    test::write_run(folder_, "run", {"ce", "patients.csv", 0.1, part_});
    folder_.file(file, content);
    return test::refusal_of([&] { report({"run"}); });
  };
  EXPECT_THAT(refusal(names.card(), "{"), HasSubstr("model.json: expected a model card"));
  EXPECT_THAT(refusal(names.card(), "[]"), HasSubstr("model.json: expected a model card"));
  EXPECT_THAT(refusal(names.log(), "{}\n"), HasSubstr("log.jsonl: line 1"));
  EXPECT_THAT(refusal(names.predictions("test"), "row,label,score\n1,2,0.5\n"), HasSubstr("expected 0 or 1"));
  EXPECT_THAT(refusal(names.predictions("test"), "row,label,score\n1,1,nan\n"), HasSubstr("expected a finite number"));
  EXPECT_THAT(refusal(names.predictions("test"), "row,label,score\n-4,1,1\n"), HasSubstr("the number of a row"));
  EXPECT_THAT(
      refusal(names.candidates_table(), "[{\"name\":\"../x\",\"best_epoch\":1,\"valid\":1,\"ci\":null,\"kept\":true}]"),
      HasSubstr("expected the name of a candidate"));
}

TEST_F(ReportOnRuns, ThePageNamesTheShadedRegion) {
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  EXPECT_THAT(report_html(report({"a"})), HasSubstr("<figcaption>The whole curve; shaded: FPR &lt;= 0.1</figcaption>"));
  ReportOptions two_way;
  two_way.evaluation.fpr_max = 0.4;
  two_way.evaluation.tpr_min = 0.6;
  EXPECT_THAT(report_html(report({"a"}, two_way)), HasSubstr("shaded: TPR &gt;= 0.6, FPR &lt;= 0.4</figcaption>"));
}

TEST_F(ReportOnRuns, APageWithoutIntervalsDoesNotSayWhyEachTime) {
  test::write_run(folder_, "a", {"ce", "patients.csv", 0.1, part_});
  test::write_run(folder_, "b", other_model());
  ReportOptions options;
  options.evaluation.uncertainty.method = IntervalMethod::none;
  EXPECT_THAT(report_html(report({"a", "b"}, options)), Not(HasSubstr("no interval")));
}

}  // namespace
}  // namespace pauc::report
