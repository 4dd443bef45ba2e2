// What is read of finished runs: validation for choices, the test part of winners only.
#include "pauc/compare/run_results.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compare/studies.h"
#include "support/temporary_folder.h"

namespace pauc::compare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RunResults : public testing::Test {
 protected:
  // A finished run folder with validation values by epoch. Its best epoch has the largest of them on validation and
  // half of it on train.
  void write(const PlannedRun& run, const std::string& target, const std::vector<double>& valid, double test) const {
    const std::string folder = folder_of("runs/" + run.name, run, target);
    std::filesystem::create_directories(folder_.path(folder));
    std::vector<record::Epoch> log(1 + valid.size());
    log[0].phase = "pretrain";
    log[0].valid = log[0].train = 1;
    for (std::size_t k = 0; k < valid.size(); ++k) {
      log[k + 1].epoch = static_cast<std::int64_t>(k) + 1;
      log[k + 1].valid = valid[k];
      log[k + 1].train = 0.9 - valid[k];
    }
    folder_.file(folder + "/log.jsonl", record::epoch_log_text(log));
    const auto part = [](const char* name, int positives, int negatives, double value) {
      return joined('"', name, R"(":{"n_positive":)", positives, R"(,"n_negative":)", negatives,
                    R"(,"scores":{"score":{"one_way":{"mcclish":)", value, R"(},"two_way":{"normalised":)", value,
                    "}}}}");
    };
    const double best = *std::max_element(valid.begin(), valid.end());
    folder_.file(folder + "/metrics.json", joined("{", part("train", 30, 70, best / 2), ",", part("valid", 5, 15, best),
                                                  ",", part("test", 4, 16, test), "}"));
  }

  // Finishes a run with these best values on validation and on test for every target.
  void finish(const PlannedRun& run, double valid, double test) {
    for (const std::string& target : run.targets) write(run, target, {0.1, valid, 0.2}, test);
    outcomes_[run.name] = outcome_from(folder_.path("runs/" + run.name), run, study_.select);
  }

  record::Comparison result() const { return compared(PlannedStudy(study_), outcomes_, folder_.path("runs")); }

  test::TemporaryFolder folder_;
  Outcomes outcomes_;
  Study study_ = test::study_with(
      "targets: [one_way_0.3, two_way_0.6_0.4]\n"
      "methods: {sopa-s: {lambda: [0.1, 1, 10]}}\ntuning_seeds: [0]\ntuning_epochs: 3\nseeds: [0, 1]");
};

TEST_F(RunResults, AChoiceIsMadeByValidationWhateverTestSays) {
  const PlannedStudy planned(study_);
  const double valid[] = {0.5, 0.7, 0.6};
  for (std::size_t variant = 0; variant < 3; ++variant) {
    finish(planned.run(0, variant, 0, Stage::tuning), valid[variant], 1 - valid[variant]);
  }
  finish(planned.run(0, 1, 0, Stage::final), 0.7, 0.25);
  finish(planned.run(0, 1, 1, Stage::final), 0.7, 0.75);
  const record::Comparison comparison = result();
  for (const record::ComparedCell& cell : comparison.methods[0].cells) {
    EXPECT_EQ(cell.chosen, (Settings{{"lambda", "1"}})) << cell.target;
    ASSERT_EQ(cell.values.size(), 2U);
    EXPECT_EQ(cell.values[0].value, 0.25);
    EXPECT_EQ(cell.values[1].value, 0.75);
    ASSERT_TRUE(cell.values[1].fitted);
    EXPECT_EQ(cell.values[1].fitted->train, 0.35);
    EXPECT_EQ(cell.values[1].fitted->valid, 0.7);
    EXPECT_EQ(cell.epochs[0].size(), 3U);  // without the pre-training's
  }
  const auto json = record::comparison_value(comparison).at("methods").at("sopa-s").at("one_way_0.3");
  EXPECT_EQ(json.at("values").dump(), "[0.25,0.75]");
  EXPECT_EQ(json.at("train").dump(), "[0.35,0.35]");
  EXPECT_EQ(json.at("valid").dump(), "[0.7,0.7]");
  EXPECT_THAT(comparison.missing, IsEmpty());
  ASSERT_EQ(comparison.splits.size(), 3U);
  EXPECT_EQ(comparison.splits[2].part, "test");
  EXPECT_EQ(comparison.splits[2].n, 20);
  EXPECT_EQ(comparison.splits[2].positive, 4);
}

TEST_F(RunResults, TargetsChooseEachForItself) {
  const PlannedStudy planned(study_);
  const double one_way[] = {0.5, 0.7, 0.6};
  const double two_way[] = {0.4, 0.2, 0.3};
  for (std::size_t variant = 0; variant < 3; ++variant) {
    const PlannedRun& run = planned.run(0, variant, 0, Stage::tuning);
    ASSERT_THAT(run.targets, ElementsAre("one_way_0.3", "two_way_0.6_0.4"));
    write(run, "one_way_0.3", {one_way[variant]}, 0);
    write(run, "two_way_0.6_0.4", {two_way[variant]}, 0);
    outcomes_[run.name] = outcome_from(folder_.path("runs/" + run.name), run, Select::valid);
  }
  const record::Comparison comparison = result();
  EXPECT_EQ(comparison.methods[0].cells[0].chosen, (Settings{{"lambda", "1"}}));
  EXPECT_EQ(comparison.methods[0].cells[1].chosen, (Settings{{"lambda", "0.1"}}));
  EXPECT_THAT(comparison.missing, ElementsAre("sopa-s: 4 runs to be done"));
}

// Best on training is 0.9 - 0.1 = 0.8 in every run, whatever validation says; no metrics.json is looked for.
TEST_F(RunResults, WithSelectTrainTheTrainingPartIsAll) {
  study_.select = Select::train;
  const PlannedStudy planned(study_);
  for (std::size_t variant = 0; variant < 3; ++variant) {
    finish(planned.run(0, variant, 0, Stage::tuning), 0.5, 0.3);
  }
  const PlannedRun& run = planned.run(0, 0, 0, Stage::final);
  finish(run, 0.7, 0.3);
  std::filesystem::remove(folder_.path("runs/" + run.name + "/metrics.json"));
  const record::Comparison comparison = result();
  EXPECT_EQ(comparison.part, "train");
  EXPECT_EQ(comparison.methods[0].cells[0].chosen, (Settings{{"lambda", "0.1"}}));
  EXPECT_DOUBLE_EQ(comparison.methods[0].cells[0].values.at(0).value, 0.8);
  EXPECT_FALSE(record::comparison_value(comparison).at("methods").at("sopa-s").at("one_way_0.3").contains("valid"));
}

TEST_F(RunResults, SaysWhatHasFailedAndWhatIsOpen) {
  const PlannedStudy planned(study_);
  EXPECT_THAT(result().missing, ElementsAre("sopa-s: not all settings have been tried yet"));
  for (std::size_t variant = 0; variant < 3; ++variant) {
    outcomes_[planned.run(0, variant, 0, Stage::tuning).name].failure = "epoch 1: NaN";
  }
  const record::Comparison comparison = result();
  ASSERT_EQ(comparison.missing.size(), 5U);
  EXPECT_EQ(comparison.missing[0], "sopa-s on FPR <= 0.3: all settings have failed");
  EXPECT_EQ(comparison.missing[2], planned.run(0, 0, 0, Stage::tuning).name + " has failed: epoch 1: NaN");
}

}  // namespace
}  // namespace pauc::compare
