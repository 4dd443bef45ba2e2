#include "pauc/trainer/config/growth_defaults.h"

#include <gmock/gmock.h>

#include "pauc/model/registry.h"
#include "trainer/config/asked.h"

namespace pauc {
namespace {

using test::chosen;
using test::refusal;

TEST(GrowthDefaults, BoostingStopsByPatienceAndAForestIsOneRound) {
  const Config trees = chosen({"model.name=trees", "objective.name=ce"});
  EXPECT_EQ(trees.get("optimiser.name"), "boosting");
  EXPECT_EQ(trees.get("trainer.epochs"), "1000");
  EXPECT_EQ(trees.get("trainer.patience"), "50");
  EXPECT_EQ(trees.get("trainer.checkpoint_every"), "25");
  const Config forest = chosen({"model.name=forest", "objective.name=ce"});
  EXPECT_EQ(forest.get("optimiser.name"), "averaging");
  EXPECT_EQ(forest.get("trainer.epochs"), "1");
  EXPECT_EQ(forest.get("trainer.patience"), "0");
  EXPECT_EQ(forest.get("trainer.checkpoint_every"), "1");
  EXPECT_EQ(forest.get("trainer.pretrain_epochs"), "0");
}

TEST(GrowthDefaults, TheLogLossChoosesTheRoundWhereScoresAreLogOdds) {
  EXPECT_EQ(chosen({"model.name=trees", "objective.name=ce"}).get("trainer.best_by"), "loss");
  EXPECT_EQ(chosen({"model.name=trees", "objective.name=hard"}).get("trainer.best_by"), "loss");
  EXPECT_EQ(chosen({"model.name=trees", "objective.name=sopa"}).get("trainer.best_by"), "target");
  EXPECT_EQ(chosen({"model.name=mlp", "objective.name=ce"}).get("trainer.best_by"), "target");
  EXPECT_EQ(refusal({"model.name=mlp", "objective.name=sopa", "trainer.best_by=loss"}),
            "best_by: expected target for sopa, whose scores are not log-odds, got loss");
}

TEST(GrowthDefaults, AForestLearnsByCrossEntropyInOneRoundFromNothing) {
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=sopa"}),
            "objective: expected ce for forest, which learns by labels, got sopa");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=hard"}),
            "objective: expected ce for forest, which learns by labels, got hard");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=ce", "trainer.epochs=2"}),
            "epochs: expected 1 for forest, which grows all its trees in one round, got 2");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=ce", "trainer.pretrain_epochs=5"}),
            "pretrain_epochs: expected 0 for forest, got 5");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=ce", "trainer.init=old"}),
            "init: expected none for forest, which always grows from the start, got old");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=ce", "optimiser.name=boosting"}),
            "optimiser: expected averaging for forest, got boosting");
  EXPECT_EQ(refusal({"model.name=trees", "objective.name=ce", "optimiser.name=averaging"}),
            "optimiser: expected boosting for trees, got averaging");
  EXPECT_EQ(refusal({"model.name=forest", "objective.name=ce", "trainer.epochs=1"}), "");
  const Config member = chosen({"model.name=forest", "objective.name=ce", "trainer.epochs=20", "data.folds=4"});
  EXPECT_EQ(member.get("trainer.epochs"), "1");  // the others have 20
}

TEST(GrowthDefaults, OnlyModelsThatGrowDoItAtOnce) {
  for (const ModelInfo& info : model_registry()) EXPECT_LE(info.grows_at_once, info.grows) << info.name;
}

// It is a weighted cross-entropy: nothing has to come before it.
TEST(GrowthDefaults, HardNeedsNoPretraining) {
  for (const char* model : {"model.name=trees", "model.name=linear"}) {
    EXPECT_EQ(chosen({model, "objective.name=hard"}).get("trainer.pretrain_epochs"), "0");
    EXPECT_NE(chosen({model, "objective.name=sopa"}).get("trainer.pretrain_epochs"), "0");
  }
}

}  // namespace
}  // namespace pauc
