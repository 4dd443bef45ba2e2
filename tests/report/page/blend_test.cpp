#include "pauc/report/page/blend.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/report/blend_json.h"
#include "pauc/report/page/headline.h"
#include "pauc/report/page/page.h"
#include "pauc/report/page/tables.h"
#include "pauc/report/table/blend_text.h"
#include "support/refusals.h"
#include "support/run_folders.h"

namespace pauc::report {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

class BlendSection : public testing::Test {
 protected:
  void write(const test::WrittenBlend& blend = {}, const std::string& name = "run") const {
    test::write_blend(folder_, name, {"stack", "patients.csv", 0.1, part_}, blend);
  }
  Report report(const std::vector<std::string>& names = {"run"}, const ReportOptions& options = {}) const {
    std::vector<std::string> folders;
    for (const std::string& name : names) folders.push_back(folder_.path(name));
    return report_on_runs(folders, options);
  }

  test::TemporaryFolder folder_;
  record::ScoredPart part_ = test::random_part(5, 30, 170);
};

TEST_F(BlendSection, ShowsWhatEachMemberWeighsAndAdds) {
  write();
  const Report report = this->report();
  const std::string html = blend_html(report);
  EXPECT_EQ(blend_title(report), "The blend");
  EXPECT_THAT(html, HasSubstr("2 kinds of models score each case, 4 models of each"));
  EXPECT_THAT(html, HasSubstr("0.6 <span class=\"interval\">(67&nbsp;%)</span>"));
  EXPECT_THAT(html, HasSubstr("+0.0100 <span class=\"interval\">[-0.0050, +0.0250]</span>"));
  EXPECT_THAT(html, HasSubstr("What each member adds"));
  EXPECT_THAT(html, HasSubstr("Do the members agree?"));
  EXPECT_THAT(html, HasSubstr("Where they disagree"));
  // Members stand in this section, not among candidates, whose folders would be missed.
  EXPECT_THAT(report_html(report), Not(HasSubstr("its folder is gone")));
  EXPECT_THAT(report_html(report), HasSubstr("<section id=\"blend\""));
}

TEST_F(BlendSection, FiguresAreThoseOfThePredictionsAndOfTheMembers) {
  write();
  const ReportedBlend blend = *report().runs[0].blend;
  EvaluationOptions options;
  options.fpr_max = 0.1;
  const record::RunPaths paths(folder_.path("run"));
  const Evaluation whole = record::evaluate_part(record::read_predictions(paths, "valid"), options);
  EXPECT_EQ(blend.held_out.scores[0].areas[1].value, whole.scores[0].areas[1].value);
  record::ScoredPart member = record::read_predictions(paths, "test");
  member.scores = record::read_member_scores(paths, "test", record::read_blend(paths)).logits[1];
  const Evaluation alone = record::evaluate_part(member, options);
  EXPECT_EQ(blend.test.scores[blend.column_of(1)].areas[1].value, alone.scores[0].areas[1].value);
}

TEST_F(BlendSection, AMemberThatWasKeptAloneIsSaid) {
  test::WrittenBlend blend;
  blend.method = "single";
  blend.weights = {0, 1};
  write(blend);
  const std::string html = blend_html(report());
  EXPECT_THAT(html, HasSubstr("One kind of models alone was kept, <bdi>trees</bdi>"));
  EXPECT_THAT(html, HasSubstr("the blend of all: 0.690 <span class=\"interval\">[0.590, 0.790]</span>"));
  EXPECT_THAT(html, HasSubstr("<bdi>trees</bdi> <span class=\"quiet\">kept</span>"));
  EXPECT_THAT(html, Not(HasSubstr("data-member=\"blend\"")));
  const ReportedBlend reported = *report().runs[0].blend;
  EXPECT_EQ(reported.held_out.scores.size(), 2U);
  EXPECT_EQ(reported.column_of_whole(), 1U);
}

TEST_F(BlendSection, OfOneMemberIsAboutItsFolds) {
  test::WrittenBlend folds;
  folds.method = "single";
  folds.members = {"mlp"};
  folds.weights = {1};
  folds.adds = {std::nullopt};
  write(folds);
  const Report report = this->report();
  const std::string html = blend_html(report);
  EXPECT_EQ(blend_title(report), "The folds");
  EXPECT_THAT(html, HasSubstr("Each of 4 models of <bdi>mlp</bdi>"));
  EXPECT_THAT(html, HasSubstr("Wanted and realised false alarms"));
  EXPECT_THAT(html, Not(HasSubstr("adds")));
  EXPECT_THAT(html, Not(HasSubstr("agree")));
}

TEST_F(BlendSection, SaysThatThresholdsAreApproximateAndShowsTheirRates) {
  write();
  for (const char* part : {"test", "valid"}) {
    ReportOptions options;
    options.part = part;
    const Report report = this->report({"run"}, options);
    EXPECT_THAT(blend_html(report), HasSubstr("The threshold is approximate"));
    ASSERT_EQ(report.runs[0].blend->thresholds.size(), 1U);
    double alarms = 0;
    const auto test = record::read_predictions(record::RunPaths(folder_.path("run")), "test");
    for (std::size_t i = 0; i < test.labels.size(); ++i) alarms += test.labels[i] == 0 && test.scores[i] >= 1.25;
    EXPECT_EQ(report.runs[0].blend->thresholds[0].fpr, alarms / 170);
  }
  EXPECT_THAT(headline_html(report()), HasSubstr("The threshold is approximate"));
  EXPECT_THAT(headline_html(report()), Not(HasSubstr("found on the validation part")));
  EXPECT_THAT(applied_thresholds_table(report()), HasSubstr("average of 4"));
}

TEST_F(BlendSection, WithOneModelOfEachMemberThresholdsAreNotApproximate) {
  test::WrittenBlend blend;
  blend.folds = 1;
  write(blend);
  EXPECT_THAT(report_html(report()), Not(HasSubstr("approximate")));
}

TEST_F(BlendSection, StandsBesideASingleRun) {
  write();
  test::write_run(folder_, "alone", {"ce", "patients.csv", 0.1, part_});
  for (const auto& names : {std::vector<std::string>{"run", "alone"}, {"alone", "run"}}) {
    const Report report = this->report(names);
    ASSERT_EQ(report.models.size(), 2U);
    EXPECT_THAT(blend_html(report), HasSubstr("<strong><bdi>run</bdi></strong>"));
    EXPECT_FALSE(report.evaluation->comparisons.front().pairs.empty());
    EXPECT_EQ(blends_json(report).size(), 1U);
  }
  EXPECT_EQ(blend_html(report({"alone"})), "");
  EXPECT_EQ(blend_text(report({"alone"})), "");
}

TEST_F(BlendSection, OnOneSplitTheRowsOfTheThresholdsAlsoChoseTheModels) {
  write({"stack", {"mlp", "trees"}, {0.6, 0.3}, {0.01, 0.02}, 1, {}});
  EXPECT_EQ(reuse_words(report().models[0]),
            " The same rows also chose the epochs of the members and how they are blended, so that this is nearly, not "
            "strictly, true.");
  EXPECT_THAT(blend_html(report()), HasSubstr("so that all figures there are optimistic"));
  write({}, "folds");  // then each row was scored by a model that has not seen it
  EXPECT_EQ(reuse_words(report({"folds"}).models[0]), "");
}

TEST_F(BlendSection, SaysWhetherWeightsWereFittedOnTheRowsOutOfFold) {
  write({"stack", {"mlp", "trees"}, {0.6, 0.3}, {0.01, 0.02}, 4, {}});  // as earlier versions did
  EXPECT_THAT(blend_html(report()), HasSubstr("slightly optimistic"));
  write({"equal", {"mlp", "trees"}, {0.5, 0.5}, {0.01, 0.02}, 4, {}}, "equal");
  EXPECT_THAT(blend_html(report({"equal"})), HasSubstr("No weights were fitted"));
  EXPECT_THAT(blend_html(report({"equal"})), testing::Not(HasSubstr("optimistic")));
}

TEST_F(BlendSection, ThreeMembersHaveAMatrix) {
  write({"stack", {"mlp", "trees", "forest"}, {0.2, 0.3, 0}, {0.01, 0.02, 0.0}, 4, {}});
  EXPECT_THAT(blend_html(report()), HasSubstr("Share of the alarms of either member that both raise"));
  EXPECT_EQ(blends_json(report())[0]["agreement"]["pairs"].size(), 3U);
}

TEST_F(BlendSection, JsonAndTextCarryTheSameFacts) {
  write();
  const Report report = this->report();
  const ordered_json json = blends_json(report)[0];
  const ReportedBlend& blend = *report.runs[0].blend;
  EXPECT_EQ(json["method"], "stack");
  EXPECT_EQ(json["members"][1]["name"], "trees");
  EXPECT_EQ(json["members"][1]["adds"], 0.02);
  EXPECT_NEAR(json["members"][1]["share"].get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(json["thresholds"][0]["realised_fpr"], blend.thresholds[0].fpr);
  EXPECT_EQ(json["thresholds_are_approximate"], true);
  EXPECT_EQ(json["agreement"]["pairs"][0]["shared_calls"], *blend.agreement->pairs[0].shared_calls());
  EXPECT_EQ(json["agreement"]["disputed"][0]["row"], blend.agreement->disputed[0].row);
  EXPECT_TRUE(json["agreement"]["disputed"][0]["members"].contains("mlp"));
  const std::string text = blend_text(report);
  EXPECT_THAT(text, HasSubstr("+0.0200 [+0.0050, +0.0350]"));
  EXPECT_THAT(text, HasSubstr("approximate: new rows get the average of 4 models"));
  EXPECT_THAT(text, HasSubstr(blend.agreement->disputed[0].id));
}

TEST_F(BlendSection, NamesAreShownAsText) {
  write({"stack", {"<b>x", "trees"}, {0.2, 0.3}, {0.01, 0.02}, 4, {}});
  const std::string html = report_html(report());
  EXPECT_THAT(html, Not(HasSubstr("<b>x")));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;x"));
}

TEST_F(BlendSection, RefusesMembersOnOtherRows) {
  write();
  const record::RunPaths names("run");
  std::string content = test::content_of(folder_.path(names.member_scores("valid")));
  folder_.file(names.member_scores("valid"), content.substr(0, content.rfind('\n', content.size() - 2) + 1));
  EXPECT_THAT(test::refusal_of([&] { report(); }), HasSubstr("members-valid.csv: expected the rows of "));
  std::filesystem::remove(folder_.path(names.member_scores("valid")));
  EXPECT_THAT(test::refusal_of([&] { report(); }, Fault::no_input), HasSubstr("members-valid.csv"));
}

TEST_F(BlendSection, WithoutIntervalsGivesNoReasonForThat) {
  write();
  ReportOptions options;
  options.evaluation.uncertainty.method = IntervalMethod::none;
  EXPECT_THAT(report_html(report({"run"}, options)), Not(HasSubstr("no interval")));
}

}  // namespace
}  // namespace pauc::report
