// Options that have no effect together with the others.
#include <gmock/gmock.h>

#include "pauc/core/error.h"
#include "pauc/objective/registry.h"
#include "support/refusals.h"
#include "trainer/config/asked.h"

namespace pauc {
namespace {

using test::chosen;
using test::refusal;
using test::refusal_of;
using test::tried;
using testing::HasSubstr;

TEST(IdleOptions, AreRefused) {
  EXPECT_EQ(refusal({"objective.name=sopa", "objective.threshold_lr=2"}),
            "threshold_lr: expected thresholds own, got shared, with which it has no effect");
  EXPECT_EQ(refusal({"objective.name=sota", "objective.gamma=50"}),
            "gamma: expected thresholds own, got shared, with which it has no effect");
  EXPECT_EQ(refusal({"objective.name=auc-sh", "objective.temperature=0.5"}),
            "temperature: expected surrogate logistic or sigmoid, got squared-hinge, with which it has no effect");
  EXPECT_EQ(refusal({"objective.name=sopa", "model.name=linear", "objective.temperature=0.5"}), "");
  EXPECT_EQ(refusal({"objective.name=mb", "objective.bottom_positives=0.2"}),
            "bottom_positives: expected tpr_min other than 0, got 0, with which it has no effect");
  EXPECT_EQ(refusal({"objective.name=mb", "objective.bottom_positives=0.2", "target.tpr_min=0.5"}), "");
  EXPECT_EQ(refusal({"objective.name=ce", "model.name=linear", "optimiser.momentum_rate=0.3"}),
            "momentum_rate: expected optimiser momentum, got lbfgs, with which it has no effect");
  EXPECT_EQ(refusal({"objective.name=ce", "optimiser.name=momentum", "optimiser.momentum_rate=0.3"}), "");
}

TEST(IdleOptions, AreNotWrittenDown) {
  for (const ObjectiveInfo& info : objective_registry()) {
    for (const char* model : {"mlp", "linear"}) {
      const Config config = chosen({"objective.name=" + info.name, joined("model.name=", model)});
      for (const IdleOption& idle : idle_options(config)) ADD_FAILURE() << info.name << ": " << idle.reason;
      EXPECT_FALSE(config.has("optimiser.momentum_rate")) << info.name;
    }
  }
  EXPECT_FALSE(chosen({"objective.name=sopa"}).has("objective.threshold_lr"));
  EXPECT_EQ(chosen({"objective.name=sopa", "objective.thresholds=own"}).get("objective.threshold_lr"), "1");
}

TEST(IdleOptions, AutoTakesOptionsThatOneOfItsCandidatesUses) {
  for (const Candidate& candidate : tried({"objective.temperature=2", "target.fpr_max=0.05"})) {
    EXPECT_EQ(candidate.config.get("objective.temperature"), candidate.name == "sopa-4x" ? "2" : "") << candidate.name;
  }
  EXPECT_EQ(refusal_of([] { tried({"objective.threshold_lr=2"}); }, Fault::usage),
            "objective.threshold_lr: expected an option that has an effect on a candidate of auto (ce, sopa, sopa-4x, "
            "sopa-s), got 2");
  EXPECT_THAT(refusal_of([] { tried({"objective.power=4"}); }, Fault::usage), HasSubstr("objective.power: expected"));
}

}  // namespace
}  // namespace pauc
