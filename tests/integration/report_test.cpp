#include <filesystem>

#include "pauc/report/table/comparison_files.h"
#include "support/run_folders.h"
#include "support/training.h"

namespace pauc::test {
namespace {

using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// `pauc report` in a folder with two runs on the same rows, a and b.
class ReportCommand : public testing::Test {
 protected:
  void SetUp() override {
    WrittenRun a{"ce", "patients.csv", 0.1, random_part(5, 30, 170)};
    WrittenRun b = a;
    b.objective = "sopa";
    b.part.scores = random_part(6, 30, 170).scores;
    write_run(folder_, "a", a);
    write_run(folder_, "b", b);
  }

  CommandResult pauc(const std::string& arguments) const {
    return run_shell("cd '" + folder_.folder() + "' && '" PAUC_COMMAND "' " + arguments);
  }
  std::string page(const std::string& name) const { return content_of(folder_.path(name)); }

  void refused(const std::string& arguments, int code, const std::string& words) const {
    const CommandResult result = pauc(arguments);
    EXPECT_EQ(result.exit_code, code) << arguments;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(result.out, "");
  }

  TemporaryFolder folder_;
};

TEST_F(ReportCommand, WritesThePageIntoTheRunAndSaysSo) {
  const CommandResult result = pauc("report a");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "page: a/report.html\n");
  EXPECT_THAT(page("a/report.html"), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page("a/report.html"), HasSubstr("finds <strong>"));
}

TEST_F(ReportCommand, SeveralRunsStandOnOnePage) {
  const CommandResult result = pauc("report b a");
  EXPECT_EQ(result.out, "page: pauc-report.html\n") << result.err;
  EXPECT_THAT(page("pauc-report.html"), HasSubstr("<bdi>b</bdi> &minus; <bdi>a</bdi>"));
}

TEST_F(ReportCommand, TheSamePageComesOutTwice) {
  pauc("report b a --out 1.html --threads 1");
  pauc("report b a --out 2.html --threads 2");
  EXPECT_EQ(page("1.html"), page("2.html"));
}

TEST_F(ReportCommand, AnswersInJson) {
  const auto json = nlohmann::json::parse(pauc("report a --out p.html --svg f.svg --json").out);
  EXPECT_EQ(json.at("svg"), "f.svg");
  EXPECT_EQ(json.at("page"), "p.html");
  EXPECT_TRUE(json.at("probabilities").at("a").contains("bins"));
  EXPECT_EQ(json.size(), 3U);
}

TEST_F(ReportCommand, FiguresAreFilesOfTheirOwn) {
  for (const char* figure : {"roc", "curve", "corner", "corner-log", "scores", "training", "objective", "fraction"}) {
    const CommandResult result = pauc(std::string("report b a --of a --figure ") + figure + " --svg f.svg --png f.png");
    EXPECT_EQ(result.out, "svg: f.svg\npng: f.png\n") << figure << result.err;
    EXPECT_THAT(page("f.svg"), StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << figure;
    EXPECT_THAT(page("f.png"), StartsWith("\x89PNG")) << figure;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path("pauc-report.html")));
}

TEST_F(ReportCommand, RefusesInOneSentence) {
  refused("report", 2, "expected RUNS (folders of pauc train or pauc compare), got none");
  refused("report nothing", 66, "nothing: no such folder; expected a run folder");
  refused("report a a", 2, "twice");
  refused("report a --part train", 2, "part: expected valid or test, got train");
  refused("report a --fpr-max 2", 2, "fpr");
  refused("report a --figure rok --svg f.svg", 2, "figure: no \"rok\"; expected one of roc");
  refused("report b a --figure scores --of c --svg f.svg", 2, "of: no model \"c\"");
  refused("report b a --figure roc --of c --svg f.svg", 2, "of: no model \"c\"");
  refused("report a --figure convergence --svg f.svg", 2, "expected the output of pauc compare");
  refused("report a --out nowhere/page.html", 73, "nowhere/page.html");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("f.svg")));
}

TEST_F(ReportCommand, NeverWritesOverWhatItReads) {
  const std::string before = page("a/predictions-test.csv");
  refused("report a --out a/predictions-test.csv", 2, "out: expected another file than those that are read");
  refused("report a --svg a/../a/log.jsonl", 2, "svg: expected another file");
  refused("report a --png a/hardest.json/../model.json", 2, "png: expected another file");
  refused("report a --svg f --png f", 2, "png: expected another file than --svg");
  refused("report a --out -", 2, "out: expected a file to write");
  EXPECT_EQ(page("a/predictions-test.csv"), before);
}

TEST_F(ReportCommand, AFigureNeedsAFile) {
  refused("report a --figure training", 2, "figure: expected --svg or --png");
  refused("report a --of a", 2, "of: expected --svg or --png");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("a/report.html")));
}

TEST_F(ReportCommand, AFullDiskLeavesTheOldPage) {
  folder_.file("page.html", "old");
  refused("report a --out /dev/full", 74, "/dev/full");
  EXPECT_EQ(page("page.html"), "old");
}

TEST_F(ReportCommand, ShowsTheTableAndTheCurvesOfCompare) {
  std::filesystem::create_directories(folder_.path("out"));
  folder_.file("out/table.json", R"({"targets":[],"version":"0.1.0","config":{"model":"gin"},"methods":{
    "sopa-s":{"one_way_0.3":{"mean":0.75,"std":0.01,"n":5,"values":[],"chosen":{"lambda":0.1}}},
    "ce<b>":{"one_way_0.3":{"mean":0.73,"std":0.02,"n":5,"values":[],"chosen":{}}}}})");
  folder_.file("out/curves.csv",
               "target,method,part,epoch,mean,std\none_way_0.3,sopa-s,train,1,0.7,0.01\n"
               "one_way_0.3,sopa-s,train,2,0.8,0.01\none_way_0.3,ce,train,1,0.6,0.02\none_way_0.3,ce,train,2,0.7,0\n");
  EXPECT_EQ(pauc("report out --out p.html").exit_code, 0);
  EXPECT_THAT(page("p.html"), HasSubstr("<strong>0.7500 <span class=\"interval\">(0.0100)</span></strong>"));
  EXPECT_THAT(page("p.html"), HasSubstr("<td>0.7300"));
  EXPECT_THAT(page("p.html"), HasSubstr("<bdi>ce&lt;b&gt;</bdi>"));
  EXPECT_THAT(page("p.html"), HasSubstr("FPR &lt;= 0.3, train part"));
  EXPECT_EQ(pauc("report out --figure convergence --svg f.svg").exit_code, 0);
  folder_.file("out/table.json", "{}");
  refused("report out", 65, "out/table.json: expected the table of pauc compare");
}

TEST_F(ReportCommand, ShowsWhatCompareWrites) {
  record::Comparison comparison;
  comparison.targets = {"two_way_0.6_0.4"};
  comparison.seeds = 2;
  comparison.missing = {"sopa, seed 2: failed"};
  comparison.config = "model: mlp\n";
  record::Epoch epoch;
  epoch.epoch = 1;
  epoch.train = 0.5;
  record::ComparedCell ce{"two_way_0.6_0.4", {{1, 0.5}, {2, 0.75}}, {}, {{epoch}}};
  record::ComparedCell sopa{"two_way_0.6_0.4", {{1, 0.25}}, {{"lambda", "0.1"}}, {{epoch}}};
  comparison.methods = {{"ce<b>", {ce}}, {"sopa", {sopa}}};
  report::write_comparison(folder_.path("out"), comparison);
  EXPECT_EQ(pauc("report out --out p.html").exit_code, 0);
  EXPECT_THAT(page("p.html"), HasSubstr("<strong>0.6250 <span class=\"interval\">(0.1768)</span></strong>"));
  EXPECT_THAT(page("p.html"), HasSubstr("<td>0.2500 ≈ <span class=\"quiet\">1 of 2 seeds</span></td>"));
  EXPECT_THAT(page("p.html"), HasSubstr("<li><bdi>sopa, seed 2: failed</bdi></li>"));
  EXPECT_THAT(page("p.html"), HasSubstr("TPR &gt;= 0.6, FPR &lt;= 0.4, train part"));
  EXPECT_THAT(page("p.html"), HasSubstr("lambda 0.1"));
  EXPECT_THAT(page("p.html"), HasSubstr("model: mlp"));
  EXPECT_EQ(pauc("report out --figure convergence --of valid --svg f.svg").exit_code, 0);
  refused("report out --part valid", 2, "--part: expected a run to evaluate, got comparisons only");
  refused("report out --fpr-max 0.1", 2, "--fpr-max: expected a run to evaluate, got comparisons only");
}

TEST_F(ReportCommand, ShowsAllDatasetsOfAComparison) {
  record::Comparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.seeds = 1;
  comparison.methods = {{"ce", {{"one_way_0.3", {{0, 0.5}}, {}, {}}}}};
  report::write_comparison(folder_.path("out/tox21"), comparison);
  report::write_comparison(folder_.path("out/muv"), comparison);
  EXPECT_EQ(pauc("report out").exit_code, 0);
  EXPECT_THAT(page("out/report.html"), HasSubstr("<title>out</title>"));
  EXPECT_THAT(page("out/report.html"), ContainsRegex("<h3><bdi>muv</bdi></h3>(.|\n)*<h3><bdi>tox21</bdi></h3>"));
}

TEST_F(ReportCommand, RefusesTheEstimatorsFolder) {
  folder_.file("estimator.json", "{}");
  refused("report .", 2, ".: expected runs or a comparison, got the accuracy of the estimator");
}

TEST_F(ReportCommand, EvaluateWritesAPageOfScores) {
  const std::string scores = PAUC_SOURCE_DIR "/examples/scores.csv";
  const CommandResult result =
      pauc("evaluate " + scores + " --score model_a --score model_b --fpr-max 0.1 --id patient --html p.html");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(page("p.html"), HasSubstr("id=\"hardest\""));
  EXPECT_THAT(page("p.html"), HasSubstr("<bdi>P0"));
  EXPECT_THAT(page("p.html"), Not(HasSubstr("id=\"training\"")));
  folder_.file("s.csv", content_of(scores));
  refused("evaluate s.csv --score model_a --html s.csv", 2, "html: expected another file than those that are read");
  refused("evaluate s.csv --score model_a --html -", 2, "html: expected a file to write");
}

class TrainingPage : public TrainingTest {};

TEST_F(TrainingPage, IsWrittenAtTheEndAndSaid) {
  const CommandResult result = trained("--label y --id id --epochs 2 --objective ce --out run");
  EXPECT_THAT(result.out, EndsWith("to look at: run/report.html\n"));
  EXPECT_THAT(content_of(folder_.path("run/report.html")), HasSubstr("id=\"training\""));
  folder_.file("run/report.html", "mine");
  EXPECT_EQ(pauc("train --resume --out run").exit_code, 0);
  EXPECT_EQ(content_of(folder_.path("run/report.html")), "mine");
}

TEST_F(TrainingPage, ShowsTheCandidatesOfAuto) {
  trained("--label y --epochs 2 --out run");
  const std::string page = content_of(folder_.path("run/report.html"));
  EXPECT_THAT(page, HasSubstr("id=\"candidates\""));
  EXPECT_THAT(page, HasSubstr("<strong>kept</strong>"));
}

TEST_F(TrainingPage, LeavesAPageThatIsNotItsOwn) {
  std::filesystem::create_directories(folder_.path("x/report.html"));
  folder_.file("x/report.html/thesis.txt", "mine");
  refused("train t.csv --label y --drop id,part,w,g --epochs 1 --objective ce --no-report --out x", 73,
          "does not belong to a run in this folder");
  EXPECT_EQ(content_of(folder_.path("x/report.html/thesis.txt")), "mine");
}

TEST_F(TrainingPage, ThatCannotBeWrittenDoesNotCostTheResult) {
  std::filesystem::create_directories(folder_.path("run/report.html/full"));
  const CommandResult result =
      pauc("train t.csv --label y --drop id,part,w,g --epochs 1 --objective ce --overwrite --out run");
  EXPECT_EQ(result.exit_code, 73) << result.err;
  EXPECT_THAT(result.out, HasSubstr("everything is in run"));
  EXPECT_TRUE(exists("run/metrics.json"));
  EXPECT_TRUE(exists("run/report.html/full"));
}

TEST_F(TrainingPage, IsLeftOutOnRequest) {
  const CommandResult result = trained("--label y --epochs 1 --objective ce --no-report --out run --json");
  EXPECT_EQ(nlohmann::json::parse(result.out).at("page"), nullptr);
  EXPECT_FALSE(exists("run/report.html"));
}

}  // namespace
}  // namespace pauc::test
