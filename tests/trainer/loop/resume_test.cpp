#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/trainer/loop/checkpoint.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::Assignments;
using test::difference;
using test::outcome_of;
using test::refusal_of;
using test::stopping_after;
using test::Training;

const std::vector<Assignments> kTrainings = {
    {"objective.name=ce"},
    {"objective.name=ce", "trainer.lr_decay=1,2", "model.name=linear"},
    {"objective.name=sopa"},
    {"objective.name=sopa", "objective.thresholds=own"},
    {"objective.name=top-push", "objective.recent=20"},
    {"objective.name=sopa", "objective.fpr_max=0.1", "optimiser.name=momentum", "optimiser.weight_decay=0.01"},
    {"objective.name=sopa-s", "target.fpr_max=0.3"},
    {"objective.name=auc-sh", "objective.surrogate=sigmoid", "model.dropout=0.3"},
    {"objective.name=sopa-s", "objective.surrogate=sigmoid", "trainer.init=elsewhere", "target.also=one_way_1"},
    {"objective.name=sota-s", "target.fpr_max=0.4", "target.tpr_min=0.5"},
    {"objective.name=sota", "target.fpr_max=0.4", "target.tpr_min=0.5"},
    {"objective.name=sota", "objective.thresholds=own", "target.fpr_max=0.4", "target.tpr_min=0.5",
     "model.batch_norm=on", "trainer.epochs=6"},
    {"objective.name=auc-m", "trainer.lr_decay=1", "model.batch_norm=on"},
    {"objective.name=p-push", "model.name=linear"},
    {"objective.name=mb", "sampler.batch_positives=0", "sampler.batch_size=5"},
    {"objective.name=aw-poly", "model.hidden=16,16", "model.batch_norm=on", "model.dropout=0.5"},
    {"objective.name=aw-exp", "target.fpr_max=0.4", "target.tpr_min=0.5"},
    {"objective.name=staco", "target.fpr_max=0.4", "target.tpr_min=0.5"},
    {"objective.name=pauci", "target.fpr_max=0.4", "target.tpr_min=0.5", "optimiser.name=momentum"},
    {"objective.name=svm-pauc", "target.fpr_max=0.3", "model.name=linear"},
    {"objective.name=auc-sh", "trainer.lr_decay=cosine"},
    {"objective.name=ce", "model.name=linear", "sampler.batch_size=auto"},
    {"objective.name=sopa", "model.name=linear", "sampler.batch_size=auto", "target.also=one_way_1"},
    {"objective.name=sopa-s", "model.name=linear", "sampler.batch_size=auto", "optimiser.weight_decay=0.001"},
    {"objective.name=ce", "trainer.epochs=14", "trainer.lr_decay=none", "optimiser.lr=0.02", "target.fpr_max=0.1",
     "target.also=one_way_1,two_way_0.3_0.6"},
};

std::string named(const Assignments& assignments) {
  std::string text;
  for (const std::string& assignment : assignments) text += assignment + " ";
  return text;
}

// To disk and back into objects that have seen nothing of it.
Checkpoint through_disk(const Checkpoint& checkpoint) {
  const test::TemporaryFolder folder;
  write_checkpoint(folder.path("checkpoint"), checkpoint);
  std::vector<std::string> notes;
  const auto back = read_checkpoint(folder.path("checkpoint"), notes);
  EXPECT_TRUE(notes.empty());
  return *back;
}

TEST(Resume, ARecordThatIsNotThatOfATrainingIsRefused) {
  const Training training(kTrainings.front());
  Trainee trainee = training.fresh();
  Progress progress;
  training.run(trainee, progress);
  const Checkpoint whole = saved_progress(trainee, progress, 0);
  const auto refusal_without = [&](const std::string& key, const nlohmann::ordered_json& other) {
    Checkpoint broken = whole;
    broken.record.erase(key);
    if (!other.is_null()) broken.record[key] = other;
    return refusal_of(
        [&] {
          phase_of(broken);
          restore_progress(broken, trainee, progress);
        },
        Fault::cannot_resume);
  };
  for (const auto& [key, value] : whole.record.items()) {
    EXPECT_THAT(refusal_without(key, nullptr), testing::HasSubstr(key));
    EXPECT_THAT(refusal_without(key, "x"), testing::HasSubstr("checkpoint: " + key));
  }
  Checkpoint broken = whole;
  broken.tensors.erase("sampler");
  EXPECT_THAT(refusal_of([&] { restore_progress(broken, trainee, progress); }, Fault::cannot_resume),
              testing::HasSubstr("expected a tensor \"sampler\", got none"));
}

TEST(Resume, TheSameSeedGivesTheSameBits) {
  for (const Assignments& assignments : kTrainings) {
    const Training training(assignments);
    test::Outcome outcomes[2];
    for (test::Outcome& outcome : outcomes) {
      Trainee trainee = training.fresh();
      Progress progress;
      EXPECT_EQ(training.run(trainee, progress), FitEnd::finished);
      outcome = outcome_of(trainee, progress);
    }
    EXPECT_EQ(difference(outcomes[0], outcomes[1]), "") << named(assignments);
    EXPECT_EQ(std::count(outcomes[0].log.begin(), outcomes[0].log.end(), '\n'), training.phase.fit.epochs);
  }
}

TEST(Resume, AfterAStopAtAnyBatchTheBitsAreThoseOfTheStraightRun) {
  for (const Assignments& assignments : kTrainings) {
    const Training training(assignments);
    Trainee straight = training.fresh();
    Progress straight_progress;
    training.run(straight, straight_progress);
    const test::Outcome expected = outcome_of(straight, straight_progress);
    const std::int64_t batches = straight.sampler.batches_per_epoch() * training.phase.fit.epochs;
    for (std::int64_t stop = 0; stop < batches; ++stop) {
      Trainee first = training.fresh();
      Progress progress;
      EXPECT_EQ(training.run(first, progress, stopping_after(stop, training.hooks())), FitEnd::interrupted);
      const Checkpoint saved = saved_progress(first, progress, 1);
      const Checkpoint checkpoint = stop % 6 == 2 ? through_disk(saved) : saved;
      EXPECT_EQ(phase_of(checkpoint), 1);
      Trainee second = training.fresh(99);
      Progress rest;
      restore_progress(checkpoint, second, rest);
      EXPECT_EQ(training.run(second, rest), FitEnd::finished);
      EXPECT_EQ(difference(outcome_of(second, rest), expected), "") << named(assignments) << "stopped at " << stop;
    }
  }
}

TEST(Resume, ManyStopsDoNotAddUp) {
  const Training training({"objective.name=sopa-s", "model.batch_norm=on"});
  Trainee straight = training.fresh();
  Progress straight_progress;
  training.run(straight, straight_progress);
  Trainee trainee = training.fresh();
  Progress progress;
  int runs = 1;
  while (training.run(trainee, progress, stopping_after(1, training.hooks())) == FitEnd::interrupted) {
    const Checkpoint checkpoint = saved_progress(trainee, progress, 0);
    trainee = training.fresh(50 + static_cast<std::uint64_t>(runs++));
    restore_progress(checkpoint, trainee, progress);
  }
  EXPECT_GT(runs, 15);
  EXPECT_EQ(difference(outcome_of(trainee, progress), outcome_of(straight, straight_progress)), "");
}

TEST(Resume, GoesOnInTheSameObjectsToo) {
  const Training training({"objective.name=sopa"});
  Trainee straight = training.fresh();
  Progress straight_progress;
  training.run(straight, straight_progress);
  Trainee trainee = training.fresh();
  Progress progress;
  training.run(trainee, progress, stopping_after(8, training.hooks()));
  EXPECT_EQ(training.run(trainee, progress), FitEnd::finished);
  EXPECT_EQ(difference(outcome_of(trainee, progress), outcome_of(straight, straight_progress)), "");
}

TEST(Resume, CheckpointsOfTheLoopAreEnoughToGoOnFrom) {
  const Training training({"objective.name=sota", "objective.thresholds=own", "target.fpr_max=0.5",
                           "target.tpr_min=0.3", "trainer.epochs=6"});
  std::vector<Checkpoint> checkpoints;
  FitHooks hooks = training.hooks();
  hooks.checkpoint = [&](const Trainee& trainee, const Progress& progress) {
    checkpoints.push_back(through_disk(saved_progress(trainee, progress, 0)));
  };
  Trainee straight = training.fresh();
  Progress straight_progress;
  training.run(straight, straight_progress, hooks);
  ASSERT_EQ(checkpoints.size(), 6);
  for (const Checkpoint& checkpoint : checkpoints) {
    Trainee trainee = training.fresh(99);
    Progress progress;
    restore_progress(checkpoint, trainee, progress);
    training.run(trainee, progress);
    EXPECT_EQ(difference(outcome_of(trainee, progress), outcome_of(straight, straight_progress)), "");
  }
}

TEST(Resume, WhatAnotherTrainingHasSavedIsRefused) {
  const Training training({"objective.name=sopa"});
  Trainee trainee = training.fresh();
  Progress progress;
  training.run(trainee, progress);
  const Checkpoint checkpoint = saved_progress(trainee, progress, 0);
  for (const Assignments& other :
       {Assignments{"objective.name=sopa-s"}, Assignments{"objective.name=sopa", "model.hidden=8"},
        Assignments{"objective.name=sopa", "optimiser.name=momentum"}}) {
    const Training another(other);
    Trainee wrong = another.fresh();
    Progress rest;
    EXPECT_NE(refusal_of([&] { restore_progress(checkpoint, wrong, rest); }), "") << named(other);
  }
}

}  // namespace
}  // namespace pauc
