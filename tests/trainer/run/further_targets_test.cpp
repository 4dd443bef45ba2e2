// One training, a best epoch for each of several targets: the loop, its checkpoints and the run folder.
#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <set>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/random.h"
#include "pauc/record/card.h"
#include "pauc/trainer/run/run.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::difference;
using test::outcome_of;
using test::refusal_of;
using test::Training;
using testing::HasSubstr;

const test::Assignments kOne = {"objective.name=ce", "trainer.epochs=20", "optimiser.lr=0.02", "trainer.lr_decay=none",
                                "target.fpr_max=0.1"};

test::Assignments with(test::Assignments assignments, const std::string& another) {
  assignments.push_back(another);
  return assignments;
}

test::Assignments with_also(const test::Assignments& assignments) {
  return with(assignments, "target.also=one_way_1,two_way_0.3_0.6,one_way_0.5-0.9");
}

struct Trained {
  Trainee trainee;
  Progress progress;
};

// Weights after every epoch go to `weights`.
Trained trained(const Training& training, std::vector<NamedTensors>& weights) {
  Trained run{training.fresh(), {}};
  FitHooks hooks = training.hooks();
  hooks.epoch_done = [&](const Progress&) { weights.push_back(snapshot(run.trainee.model.weights())); };
  training.run(run.trainee, run.progress, hooks);
  return run;
}

void expect_equal(const NamedTensors& a, const NamedTensors& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, tensor] : a) EXPECT_TRUE(at::equal(tensor, b.at(name))) << name;
}

TEST(FurtherTargetsOfFit, EachKeepsTheFirstOfItsBestEpochs) {
  std::vector<NamedTensors> weights;
  const Progress progress = trained(Training(with_also(kOne)), weights).progress;
  ASSERT_EQ(progress.also_best.size(), 3);
  std::set<std::int64_t> epochs = {progress.best.epoch};
  for (std::size_t k = 0; k < 3; ++k) {
    std::int64_t best = 0;
    for (std::size_t e = 1; e < progress.log.size(); ++e) {
      if (progress.log[e].also[k].valid > progress.log[best].also[k].valid) best = static_cast<std::int64_t>(e);
    }
    EXPECT_EQ(progress.also_best[k].epoch, best + 1);
    EXPECT_EQ(progress.also_best[k].valid, progress.log[best].also[k].valid);
    expect_equal(progress.also_best[k].weights, weights[best]);
    epochs.insert(best + 1);
  }
  EXPECT_GE(epochs.size(), 2) << "the case is to have different best epochs";
}

TEST(FurtherTargetsOfFit, AreJudgedAsIfTheyWereTheTarget) {
  std::vector<NamedTensors> ignored;
  const Progress progress = trained(Training(with_also(kOne)), ignored).progress;
  test::Assignments alone = kOne;
  alone.insert(alone.end(), {"target.fpr_max=0.6", "target.tpr_min=0.3"});  // ce does not look at the target
  const Progress expected = trained(Training(alone), ignored).progress;
  for (std::size_t e = 0; e < progress.log.size(); ++e) {
    EXPECT_EQ(progress.log[e].also[1].key, "two_way_0.3_0.6");
    EXPECT_EQ(progress.log[e].also[1].train, expected.log[e].train);
    EXPECT_EQ(progress.log[e].also[1].valid, expected.log[e].valid);
  }
  EXPECT_EQ(progress.also_best[1].epoch, expected.best.epoch);
  expect_equal(progress.also_best[1].weights, expected.best.weights);
}

// Patience and lambda look at the target only.
TEST(FurtherTargetsOfFit, LeaveTheTrainingAsItIs) {
  for (const test::Assignments& assignments :
       {with(kOne, "trainer.patience=5"), test::Assignments{"objective.name=sopa-s", "model.batch_norm=on"},
        test::Assignments{"objective.name=sota-s", "target.tpr_min=0.5", "target.fpr_max=0.4"}}) {
    std::vector<NamedTensors> ignored;
    Trained more = trained(Training(with_also(assignments)), ignored);
    const Trained without = trained(Training(assignments), ignored);
    EXPECT_EQ(more.progress.also_best.size(), 3);
    more.progress.also_best.clear();
    for (record::Epoch& record : more.progress.log) record.also.clear();
    EXPECT_EQ(difference(outcome_of(more.trainee, more.progress), outcome_of(without.trainee, without.progress)), "");
  }
}

TEST(FurtherTargetsOfFit, AProgressOfOtherTargetsIsRefused) {
  std::vector<NamedTensors> ignored;
  Trained run = trained(Training(kOne), ignored);
  const Training other(with_also(kOne));
  EXPECT_THAT(refusal_of([&] { other.run(run.trainee, run.progress); }),
              HasSubstr("expected best epochs of 3 further targets, got 0"));
}

// Targets with one best epoch share its tensors, in memory and in the checkpoint.
TEST(FurtherTargetsOfFit, AnEpochIsKeptOnce) {
  std::vector<NamedTensors> ignored;
  const Training training(with_also({"objective.name=ce", "trainer.epochs=1"}));
  const Trained run = trained(training, ignored);
  for (const BestEpoch& best : run.progress.also_best) {
    for (const auto& [name, tensor] : best.weights) EXPECT_TRUE(tensor.is_same(run.progress.best.weights.at(name)));
  }
  const Checkpoint checkpoint = saved_progress(run.trainee, run.progress, 0);
  std::size_t kept = 0;
  for (const auto& [name, tensor] : checkpoint.tensors) kept += name.rfind("best/", 0) == 0 ? 1 : 0;
  EXPECT_EQ(kept, run.progress.best.weights.size());
}

TEST(FurtherTargetsOfFit, ACheckpointHasThemAll) {
  const Training training(with_also(kOne));
  std::vector<NamedTensors> ignored;
  const Trained run = trained(training, ignored);
  Trainee trainee = training.fresh(99);
  Progress progress;
  restore_progress(saved_progress(run.trainee, run.progress, 0), trainee, progress);
  EXPECT_EQ(difference(outcome_of(trainee, progress), outcome_of(run.trainee, run.progress)), "");
}

std::string some_csv(int rows) {
  Random random(8);
  std::string text = "a,b,y\n";
  for (int row = 0; row < rows; ++row) {
    const bool positive = row % 4 == 0;
    text += joined(random.normal() + (positive ? 0.5 : 0), ",", (positive ? 2 : 1) * random.normal(), ",",
                   positive ? "1" : "0", "\n");
  }
  return text;
}

const char* const kKeys[] = {"one_way_1", "two_way_0.3_0.6"};
const std::vector<std::string> kFiles = {"config.yaml",          "run.json",     "log.jsonl",
                                         "model.safetensors",    "model.json",   "predictions-valid.csv",
                                         "predictions-test.csv", "hardest.json", "metrics.json"};

class FurtherTargetsOfRuns : public testing::Test {
 protected:
  FurtherTargetsOfRuns() {
    request_.out = folder_.path("run");
    set({"data.path=" + folder_.file("d.csv", some_csv(300)), "trainer.epochs=8", "target.fpr_max=0.1",
         "trainer.threads=1", "objective.name=sopa", "optimiser.lr=0.001", "model.hidden=8", "sampler.batch_size=60"});
    set({joined("target.also=", kKeys[0], ",", kKeys[1])});
  }
  void set(const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) request_.asked.set_assignment(assignment);
  }
  RunSummary stopped_after(int batches) {
    RunObserver observer;
    observer.stop_requested = [batches]() mutable { return batches-- == 0; };
    return train(request_, observer);
  }
  static std::string log_without_seconds(const std::string& run) {
    std::vector<record::Epoch> epochs = record::read_epoch_log(record::RunPaths(run));
    for (record::Epoch& epoch : epochs) epoch.seconds = 0;
    return record::epoch_log_text(epochs);
  }
  static std::map<std::string, std::string> files_of_run(const std::string& run) {
    std::map<std::string, std::string> files;
    for (const std::string& name : kFiles) {
      const std::string content = content_of(run + "/" + name);
      EXPECT_NE(content, "") << run << "/" << name;
      files[name] = name == "log.jsonl" ? log_without_seconds(run) : content;
    }
    return files;
  }

  test::TemporaryFolder folder_;
  RunRequest request_;
};

TEST_F(FurtherTargetsOfRuns, EachIsAFolderWithEverything) {
  train(request_);
  const record::RunPaths paths(request_.out);
  std::set<std::int64_t> epochs = {record::read_card(paths).best_epoch};
  for (const char* key : kKeys) {
    files_of_run(paths.target(key));
    const record::ModelCard card = record::read_card(record::RunPaths(paths.target(key)));
    EXPECT_EQ(region_key(card.target), key);
    epochs.insert(card.best_epoch);
  }
  EXPECT_GE(epochs.size(), 2) << "the case is to have different best epochs";
}

TEST_F(FurtherTargetsOfRuns, TheRunsOwnFilesAreThoseWithoutThem) {
  train(request_);
  auto with = files_of_run(request_.out);
  request_.out = folder_.path("alone");
  request_.asked.erase("target.also");
  train(request_);
  auto alone = files_of_run(request_.out);
  EXPECT_FALSE(fs::exists(record::RunPaths(request_.out).targets()));
  for (const char* name : {"config.yaml", "run.json", "log.jsonl"}) {
    EXPECT_NE(with[name], alone[name]) << name;
    with.erase(name);
    alone.erase(name);
  }
  EXPECT_EQ(with, alone);
}

// sopa has its region in the config, so that the folder's config alone makes the same run.
TEST_F(FurtherTargetsOfRuns, EachIsTheRunThatItsConfigMakes) {
  train(request_);
  for (const char* key : kKeys) {
    const record::RunPaths target(record::RunPaths(request_.out).target(key));
    RunRequest again;
    read_config_file(target.config(), again.asked);
    again.out = folder_.path(key);
    train(again);
    EXPECT_EQ(files_of_run(again.out), files_of_run(target.folder)) << key;
  }
}

TEST_F(FurtherTargetsOfRuns, StoppedAndResumedGiveTheSameFiles) {
  set({"trainer.pretrain_epochs=2"});
  train(request_);
  const record::RunPaths straight(request_.out);
  for (const int batches : {0, 5, 9, 14, 21}) {
    request_.out = folder_.path("stopped" + std::to_string(batches));
    request_.mode = OutputMode::fresh;
    EXPECT_TRUE(stopped_after(batches).interrupted);
    request_.mode = OutputMode::resume;
    EXPECT_FALSE(train(request_).interrupted);
    EXPECT_EQ(files_of_run(request_.out), files_of_run(straight.folder)) << batches;
    for (const char* key : kKeys) {
      EXPECT_EQ(files_of_run(record::RunPaths(request_.out).target(key)), files_of_run(straight.target(key)))
          << batches;
    }
  }
}

TEST_F(FurtherTargetsOfRuns, AreNotFinishedWhileTheRunGoesOn) {
  set({"trainer.lr_decay=none"});
  train(request_);
  const record::RunPaths paths(request_.out);
  request_.mode = OutputMode::resume;
  set({"trainer.epochs=10"});
  EXPECT_TRUE(stopped_after(1).interrupted);
  for (const char* key : kKeys) EXPECT_FALSE(record::RunPaths(paths.target(key)).finished()) << key;
  train(request_);
  for (const char* key : kKeys) EXPECT_EQ(record::read_card(record::RunPaths(paths.target(key))).epochs, 10) << key;
}

TEST_F(FurtherTargetsOfRuns, TheRunIsFinishedOnlyWhenTheyAllAre) {
  stopped_after(3);
  request_.mode = OutputMode::resume;
  const record::RunPaths paths(request_.out);
  fs::create_directory(paths.targets());
  folder_.file(joined("run/targets/", kKeys[1]), "in the way");
  EXPECT_THAT(refusal_of([&] { train(request_); }, Fault::cannot_create), HasSubstr(kKeys[1]));
  EXPECT_FALSE(paths.finished());
  fs::remove(paths.target(kKeys[1]));
  EXPECT_FALSE(train(request_).interrupted);
  EXPECT_TRUE(paths.finished());
}

TEST_F(FurtherTargetsOfRuns, AreGoneWhenAnotherRunTakesTheFolder) {
  train(request_);
  request_.mode = OutputMode::overwrite;
  set({"target.also=one_way_0.5"});
  train(request_);
  const record::RunPaths paths(request_.out);
  for (const char* key : kKeys) EXPECT_FALSE(fs::exists(paths.target(key))) << key;
  EXPECT_TRUE(record::RunPaths(paths.target("one_way_0.5")).finished());
}

TEST_F(FurtherTargetsOfRuns, WhatKilledWritesHaveLeftThereIsRemoved) {
  train(request_);
  const std::string litter = record::RunPaths(request_.out).target(kKeys[0]) + "/.pauc-1.tmp";
  folder_.file("run/targets/" + std::string(kKeys[0]) + "/.pauc-1.tmp", "half");
  ASSERT_TRUE(fs::exists(litter));
  request_.mode = OutputMode::resume;
  train(request_);
  EXPECT_FALSE(fs::exists(litter));
}

}  // namespace
}  // namespace pauc
