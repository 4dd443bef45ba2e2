#include "pauc/compare/schedule.h"

#include "compare/studies.h"

namespace pauc::compare {
namespace {

using test::finished_with;
using test::planned;
using test::study_with;

const std::string kSmall =
    "targets: [one_way_0.3, one_way_0.5]\n"
    "methods: {ce: , sopa: {fpr_max: [0.1, 0.3]}}\n"
    "tuning_seeds: [0, 1]\ntuning_epochs: 2\nseeds: [0, 5]\n";

PlannedRun tuning(const PlannedStudy& study, std::size_t variant, std::int64_t seed) {
  return study.run(1, variant, seed, Stage::tuning);
}

// All four tunings of sopa, by variant and seed.
Outcomes tuned(const PlannedStudy& study, const double (&values)[2][2]) {
  Outcomes outcomes;
  for (std::size_t variant = 0; variant < 2; ++variant) {
    for (std::int64_t seed = 0; seed < 2; ++seed) {
      const PlannedRun run = tuning(study, variant, seed);
      outcomes[run.name] = finished_with(run, values[variant][seed]);
    }
  }
  return outcomes;
}

std::vector<std::string> titles(const std::vector<PlannedRun>& runs) {
  std::vector<std::string> names;
  for (const PlannedRun& run : runs) names.push_back(run.name.substr(0, run.name.rfind('-')));
  return names;
}

TEST(Schedule, TuningsComeFirstThenWhatNeedsNoTuningSeedBySeed) {
  const PlannedStudy study = planned(study_with(kSmall));
  EXPECT_THAT(titles(needed_runs(study, {})),
              testing::ElementsAre("sopa,fpr_max=0.1,epochs=2,seed=0", "sopa,fpr_max=0.1,epochs=2,seed=1",
                                   "sopa,fpr_max=0.3,epochs=2,seed=0", "sopa,fpr_max=0.3,epochs=2,seed=1",
                                   "ce,epochs=6,seed=0", "ce,epochs=6,seed=5"));
  // One method, two targets, which may choose apart; two seeds of 6 epochs.
  EXPECT_EQ(epochs_to_be_decided(study, {}), 2 * 2 * 6);
}

TEST(Schedule, TheBestMeanOverTuningSeedsWins) {
  const PlannedStudy study = planned(study_with(kSmall));
  const Outcomes outcomes = tuned(study, {{0.9, 0.5}, {0.6, 0.9}});
  const Winner winner = winner_of(study, 1, 0, outcomes);
  EXPECT_TRUE(winner.decided);
  EXPECT_EQ(winner.variant, 1U);
  EXPECT_EQ(epochs_to_be_decided(study, outcomes), 0);
  const auto names = titles(needed_runs(study, outcomes));
  EXPECT_EQ(std::vector<std::string>(names.begin() + 4, names.end()),
            (std::vector<std::string>{"ce,epochs=6,seed=0", "sopa,fpr_max=0.3,epochs=6,seed=0", "ce,epochs=6,seed=5",
                                      "sopa,fpr_max=0.3,epochs=6,seed=5"}));
}

TEST(Schedule, TargetsChooseForThemselves) {
  const PlannedStudy study = planned(study_with(kSmall));
  Outcomes outcomes = tuned(study, {{0.5, 0.5}, {0.6, 0.6}});
  outcomes[tuning(study, 0, 0).name].best["one_way_0.5"] = 0.9;
  EXPECT_EQ(winner_of(study, 1, 0, outcomes).variant, 1U);
  EXPECT_EQ(winner_of(study, 1, 1, outcomes).variant, 0U);
  EXPECT_EQ(needed_runs(study, outcomes).size(), 4U + 2 + 4);
}

TEST(Schedule, OfEqualsTheFirstWins) {
  const PlannedStudy study = planned(study_with(kSmall));
  EXPECT_EQ(winner_of(study, 1, 0, tuned(study, {{0.5, 0.75}, {0.75, 0.5}})).variant, 0U);
}

TEST(Schedule, NothingIsChosenBeforeAllTuningsHaveEnded) {
  const PlannedStudy study = planned(study_with(kSmall));
  Outcomes outcomes = tuned(study, {{0.5, 0.5}, {0.6, 0.6}});
  outcomes.erase(tuning(study, 0, 1).name);
  EXPECT_FALSE(winner_of(study, 1, 0, outcomes).decided);
}

TEST(Schedule, AFailedTuningPutsItsSettingOut) {
  const PlannedStudy study = planned(study_with(kSmall));
  Outcomes outcomes = tuned(study, {{0.5, 0.5}, {0.6, 0.6}});
  outcomes[tuning(study, 1, 0).name] = {"diverged", {}};
  EXPECT_EQ(winner_of(study, 1, 0, outcomes).variant, 0U);
  outcomes[tuning(study, 0, 0).name] = {"diverged", {}};
  const Winner none = winner_of(study, 1, 0, outcomes);
  EXPECT_TRUE(none.decided);
  EXPECT_FALSE(none.variant);
}

TEST(Schedule, PretrainingsComeBeforeWhatStartsFromThem) {
  Study with = study_with(kSmall);
  with.pretraining.emplace();
  with.pretraining->set("trainer.epochs", "1", "test");
  const PlannedStudy study = planned(with);
  const auto names = titles(needed_runs(study, {}));
  EXPECT_EQ(names[0], "pretraining,seed=0");
  EXPECT_EQ(names[2], "pretraining,seed=1");
  EXPECT_EQ(std::count(names.begin(), names.end(), "pretraining,seed=0"), 1);
  EXPECT_EQ(names.size(), 3U + 4 + 2);
}

TEST(Schedule, WhatStartsFromAFailedPretrainingIsLeftOut) {
  Study with = study_with(kSmall);
  with.pretraining.emplace();
  with.pretraining->set("trainer.epochs", "1", "test");
  const PlannedStudy study = planned(with);
  Outcomes outcomes;
  outcomes[pretraining_run(study.study, 1).name].failure = "diverged";
  for (const std::string& name : titles(needed_runs(study, outcomes))) {
    EXPECT_TRUE(name == "pretraining,seed=1" || name.find("seed=1") == std::string::npos) << name;
  }
}

TEST(Schedule, ATuningWithTheSameEpochsAndSeedIsTheFinalRun) {
  const PlannedStudy study =
      planned(study_with("targets: [one_way_0.3, one_way_0.5]\nmethods: {sopa: {fpr_max: [0.1, 0.3]}}\nseeds: [0, 1]"));
  EXPECT_EQ(epochs_to_be_decided(study, {}), 0);
  Outcomes outcomes;
  for (const PlannedRun& run : needed_runs(study, {})) outcomes[run.name] = finished_with(run, 0.5);
  EXPECT_EQ(outcomes.size(), 4U);
  EXPECT_EQ(needed_runs(study, outcomes).size(), 4U);
}

}  // namespace
}  // namespace pauc::compare
