// --kernels plain: the route of other devices, on the CPU.
#include <gmock/gmock.h>

#include <cmath>

#include "pauc/model/make_model.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/loop/device.h"
#include "pauc/trainer/loop/plan.h"
#include "support/refusals.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

using test::refusal_of;
using test::Training;
using testing::HasSubstr;

TEST(Kernels, PlainTrainsAsFusedDoes) {
  for (const char* model : {"linear", "mlp"}) {
    for (const char* objective : {"ce", "sopa", "sopa-s", "auc-m", "pauci"}) {
      std::vector<double> values[2];
      for (const bool plain : {false, true}) {
        const Training training({joined("objective.name=", objective), joined("model.name=", model),
                                 "optimiser.lr=0.02", "sampler.batch_size=16",
                                 joined("trainer.kernels=", plain ? "plain" : "fused")});
        EXPECT_EQ(training.phase.route, plain ? Route::tensors : Route::automatic);
        Random random(1, 1);
        Trainee trainee = training.fresh();
        trainee.model = make_model(model, training.config.section("model"), {InputKind::table, {4}}, random,
                                   plain ? ModelRoute::tensors : ModelRoute::kernels);
        trainee.optimiser = make_optimiser(training.phase.optimiser, trainee.model.parameter_list());
        Progress progress;
        training.run(trainee, progress);
        for (const record::Epoch& epoch : progress.log) values[plain ? 1 : 0].push_back(epoch.objective);
      }
      ASSERT_EQ(values[0].size(), values[1].size());
      for (std::size_t k = 0; k < values[0].size(); ++k) {
        EXPECT_NEAR(values[0][k], values[1][k], 1e-4 * (1 + std::abs(values[0][k]))) << model << ' ' << objective;
      }
    }
  }
}

TEST(Device, OfTreesAndOfSearchesOnAllRowsIsTheCpu) {
  DataFacts facts;
  facts.rows = 1000;
  facts.positives = 100;
  facts.features = 10;
  const auto stays = [&](const std::vector<std::string>& options) {
    Config asked;
    for (const std::string& option : options) asked.set_assignment(option);
    return stays_on_cpu(phases_of(resolved(asked, facts)));
  };
  EXPECT_TRUE(stays({"objective.name=ce", "model.name=trees"}));
  EXPECT_TRUE(stays({"objective.name=sopa", "model.name=trees", "trainer.pretrain_epochs=2"}));
  EXPECT_TRUE(stays({"objective.name=ce", "model.name=forest"}));
  EXPECT_TRUE(stays({"objective.name=ce", "model.name=linear"}));
  EXPECT_FALSE(stays({"objective.name=ce", "model.name=linear", "optimiser.lr=0.01"}));
  EXPECT_FALSE(stays({"objective.name=ce", "model.name=mlp"}));
}

TEST(Device, RefusesWhatIsNotThere) {
  EXPECT_TRUE(device_of("cpu").is_cpu());
  EXPECT_THAT(refusal_of([] { device_of("gpu"); }, Fault::usage),
              HasSubstr("device: expected auto, cpu, cuda, cuda:N, mps or xpu"));
  EXPECT_THAT(refusal_of([] { device_of("meta"); }, Fault::usage), HasSubstr("device: expected auto, cpu, cuda"));
  EXPECT_THAT(refusal_of([] { device_of("xpu"); }, Fault::usage), HasSubstr("device: this LibTorch finds no xpu here"));
}

}  // namespace
}  // namespace pauc
