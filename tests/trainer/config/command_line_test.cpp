#include "pauc/trainer/config/command_line.h"

#include <gmock/gmock.h>

#include <set>

namespace pauc {
namespace {

std::string command_for(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  return train_command(config);
}

TEST(TrainCommand, HasTheFlagsThatPeopleType) {
  EXPECT_EQ(command_for({"data.path=data.csv", "data.label=outcome", "target.fpr_max=0.1", "objective.name=sopa-s",
                         "model.name=mlp", "optimiser.weight_decay=1e-4"}),
            "pauc train data.csv --label outcome --fpr-max 0.1 --model mlp --objective sopa-s --weight-decay 1e-4");
}

TEST(TrainCommand, SaysInItsOwnWayWhatHasNoFlag) {
  EXPECT_EQ(command_for({"data.path=d.csv", "data.header=no", "trainer.seed=7", "trainer.threads=2"}),
            "pauc train d.csv --no-header --seed 7 --threads 2");
}

TEST(TrainCommand, SetsTheOthersByKey) {
  EXPECT_EQ(command_for({"data.path=d.csv", "objective.fpr_max=0.2"}), "pauc train d.csv --set objective.fpr_max=0.2");
  EXPECT_EQ(command_for({"data.path=d.csv", "data.header=yes", "data.label="}),
            "pauc train d.csv --set data.header=yes --set data.label=");
  EXPECT_EQ(command_for({"data.path=-d.csv"}), "pauc train --set data.path=-d.csv");
  EXPECT_EQ(command_for({"trainer.seed=-1", "trainer.threads=0"}),
            "pauc train --set trainer.seed=-1 --set trainer.threads=0");
  EXPECT_EQ(command_for({"trainer.seed=1e3", "trainer.threads=5000"}),
            "pauc train --set trainer.seed=1e3 --set trainer.threads=5000");
}

TEST(TrainCommand, IsSafeInAShell) {
  EXPECT_EQ(command_for({"data.path=my data.csv", "data.positive=>=8", "data.label=it's", "objective.fpr_min=a b"}),
            "pauc train 'my data.csv' --label 'it'\\''s' --positive '>=8' --set 'objective.fpr_min=a b'");
}

TEST(ConfigKeys, HaveOneFlagEach) {
  std::set<std::string> flags;
  std::set<std::string> without;
  for (const ConfigKey& key : config_keys()) {
    if (key.flag.empty()) {
      without.insert(key.text());
    } else {
      EXPECT_TRUE(flags.insert(key.flag).second) << key.text();
    }
  }
  EXPECT_THAT(without, testing::IsSupersetOf({"data.path", "data.header", "trainer.seed", "trainer.threads",
                                              "objective.fpr_max", "objective.tpr_min"}));
  EXPECT_THAT(flags, testing::IsSupersetOf({"--label", "--objective", "--model", "--fpr-max", "--lambda", "--lr"}));
}

}  // namespace
}  // namespace pauc
