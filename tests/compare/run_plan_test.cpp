#include "pauc/compare/run_plan.h"

#include "compare/studies.h"
#include "support/refusals.h"

namespace pauc::compare {
namespace {

using test::study_with;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kTargets = "targets: [one_way_0.3, one_way_0.5, two_way_0.6_0.4]\n";

TEST(RunPlan, TargetsShareATrainingThatDoesNotDependOnThem) {
  const Study study = study_with(kTargets + "methods: [ce]");
  const MethodPlan plan = plan_method(study, study.methods[0]);
  ASSERT_EQ(plan.variants.size(), 1U);
  EXPECT_THAT(plan.variants[0].targets, ElementsAre(0, 1, 2));
  EXPECT_EQ(plan.variants[0].config.get("target.fpr_max"), "0.3");
  EXPECT_EQ(plan.variants[0].config.get("target.also"), "one_way_0.5,two_way_0.6_0.4");
  const PlannedRun run = planned_run(study, plan, 0, 4, Stage::final);
  EXPECT_THAT(run.targets, ElementsAre("one_way_0.3", "one_way_0.5", "two_way_0.6_0.4"));
  EXPECT_EQ(run.asked.get("trainer.seed"), "4");
  EXPECT_EQ(run.asked.get("trainer.epochs"), "6");
  EXPECT_EQ(run.name.rfind("ce,epochs=6,seed=4-", 0), 0U) << run.name;
}

// Batches follow from the seed: with the pre-training's, ce would see its very batches over again.
TEST(RunPlan, WhatTakesBatchesAsTheyComeHasASeedApartFromItsPretraining) {
  const auto seed_of = [](const std::string& protocol, const std::string& method) {
    const Study study = test::study_of("data: {path: d.csv, label: y}\nprotocol: {epochs: 6, batch_size: 64" +
                                       protocol + "}\ntargets: [one_way_0.3]\nmethods: {" + method + "}");
    return planned_run(study, plan_method(study, study.methods[0]), 0, 4, Stage::final).asked.get("trainer.seed");
  };
  EXPECT_EQ(seed_of("", "ce: "), "4");
  EXPECT_EQ(seed_of(", pretraining: {epochs: 2}", "ce: "), "1000000011");
  EXPECT_EQ(seed_of(", pretraining: {epochs: 2}", "sopa-s: "), "4");
  EXPECT_EQ(seed_of(", pretraining: {epochs: 2}", "auc-m: {batch_positives: 0}"), "1000000011");
}

TEST(RunPlan, RangesAreRefusedWhateverTheOrderOfTargets) {
  for (const char* targets : {"[one_way_0.05-0.3, one_way_0.3]", "[one_way_0.3, one_way_0.05-0.3]"}) {
    const Study study = study_with(std::string("targets: ") + targets + "\nmethods: {mb: {top_negatives: 0.3}}");
    EXPECT_EQ(test::refusal_of([&] { plan_methods(study); }, Fault::usage),
              "methods: mb: mb cannot leave out FPR below 0.05; sopa and svm-pauc can");
    const Study other = study_with(std::string("targets: ") + targets + "\nmethods: [ce, sopa]");
    EXPECT_EQ(plan_methods(other).size(), 2U);
  }
}

TEST(RunPlan, AnObjectiveWithTheTargetsRegionHasATrainingEach) {
  const Study study = study_with(kTargets + "methods: {sopa: {only: one_way}}");
  const MethodPlan plan = plan_method(study, study.methods[0]);
  ASSERT_EQ(plan.variants.size(), 2U);
  EXPECT_EQ(plan.variants[0].config.get("objective.fpr_max"), "0.3");
  EXPECT_EQ(plan.variants[1].config.get("objective.fpr_max"), "0.5");
  EXPECT_THAT(plan.of_target[0], ElementsAre(0));
  EXPECT_THAT(plan.of_target[1], ElementsAre(1));
  EXPECT_THAT(plan.of_target[2], IsEmpty());
}

TEST(RunPlan, IdleOptionsOfTheProtocolAreLeftOutAndThoseOfAMethodRefused) {
  const auto study_of = [](const std::string& methods) {
    return test::study_of(
        "data: {path: d.csv, label: y}\nprotocol: {epochs: 6, temperature: 0.5, optimiser: momentum, "
        "momentum_rate: 0.2, pretraining: {epochs: 2, optimiser: adam}}\ntargets: [one_way_0.3]\n"
        "methods: {" +
        methods + "}");
  };
  const Study study = study_of("auc-sh: {surrogate: [hinge, logistic]}");
  const MethodPlan plan = plan_method(study, study.methods[0]);
  ASSERT_EQ(plan.variants.size(), 2U);
  EXPECT_FALSE(plan.variants[0].config.has("objective.temperature"));
  EXPECT_EQ(plan.variants[1].config.get("objective.temperature"), "0.5");
  EXPECT_EQ(plan.variants[1].config.get("optimiser.momentum_rate"), "0.2");
  EXPECT_FALSE(pretraining_run(study, 0).asked.has("optimiser.momentum_rate"));
  EXPECT_EQ(test::refusal_of([&] { plan_methods(study_of("sopa: {threshold_lr: [1, 2]}")); }, Fault::usage),
            "methods: sopa: threshold_lr: expected thresholds own, got shared, with which it has no effect");
}

TEST(RunPlan, AGivenRegionIsSharedAgain) {
  const Study study = study_with(kTargets + "methods: {sopa: {only: one_way, fpr_max: [0.1, 0.3]}}");
  const MethodPlan plan = plan_method(study, study.methods[0]);
  ASSERT_EQ(plan.variants.size(), 2U);
  EXPECT_THAT(plan.variants[0].targets, ElementsAre(0, 1));
  EXPECT_THAT(plan.of_target[0], ElementsAre(0, 1));
  EXPECT_EQ(plan.variants[0].point, (Settings{{"fpr_max", "0.1"}}));
}

TEST(RunPlan, WhatIsLeftToBeChosenByTheTargetIsNotShared) {
  const Study lambda = study_with(kTargets + "methods: {sopa-s: {only: one_way}}");
  EXPECT_EQ(plan_method(lambda, lambda.methods[0]).variants.size(), 2U);
  const Study given = study_with(kTargets + "methods: {sopa-s: {only: one_way, lambda: 1}}");
  EXPECT_EQ(plan_method(given, given.methods[0]).variants.size(), 1U);
  Study batch = given;
  batch.base.erase("sampler.batch_size");
  EXPECT_EQ(plan_method(batch, batch.methods[0]).variants.size(), 2U);
  Study patient = given;
  patient.base.set("trainer.patience", "3", "test");  // the first target would end the training of the others
  EXPECT_EQ(plan_method(patient, patient.methods[0]).variants.size(), 2U);
}

TEST(RunPlan, RefusesAMethodThatNoTargetHas) {
  const Study study = study_with("targets: one_way_0.3\nmethods: {ce: {only: two_way}}");
  EXPECT_THAT(test::refusal_of([&] { plan_methods(study); }, Fault::usage),
              testing::HasSubstr("methods: ce: expected a target that it is compared on, got none"));
}

TEST(RunPlan, RefusesValuesThatAreNone) {
  const Study study = study_with(kTargets + "methods: {sopa-s: {lambda: [1, abc]}}");
  EXPECT_THAT(test::refusal_of([&] { plan_methods(study); }, Fault::usage),
              testing::HasSubstr("methods: sopa-s: objective.lambda: expected a number, got \"abc\""));
}

TEST(RunPlan, OneWayAndTwoWaySharePointsThatBothHave) {
  const Study study = study_with(kTargets + "methods: {p-push: {one_way: {power: [2, 4]}, two_way: {power: [4, 6]}}}");
  const MethodPlan plan = plan_method(study, study.methods[0]);
  ASSERT_EQ(plan.variants.size(), 3U);
  EXPECT_THAT(plan.variants[1].targets, ElementsAre(0, 1, 2));
  EXPECT_THAT(plan.of_target[2], ElementsAre(1, 2));
}

TEST(RunPlan, AProtocolsObjectiveOptionsGoToThoseThatHaveThem) {
  Study study = study_with(kTargets + "methods: [ce, auc-sh]");
  study.base.set("objective.margin", "2", "test");
  EXPECT_FALSE(plan_method(study, study.methods[0]).variants[0].config.has("objective.margin"));
  EXPECT_EQ(plan_method(study, study.methods[1]).variants[0].config.get("objective.margin"), "2");
}

TEST(RunPlan, NamesTellTrainingsApart) {
  const Study study = study_with(kTargets + "methods: [ce, auc-sh]\ntuning_epochs: 3");
  const auto plans = plan_methods(study);
  Study other = study;
  other.base.set("optimiser.lr", "0.5", "test");
  const std::string name = planned_run(study, plans[0], 0, 1, Stage::final).name;
  EXPECT_EQ(name, planned_run(study, plans[0], 0, 1, Stage::final).name);
  EXPECT_NE(name, planned_run(study, plans[0], 0, 2, Stage::final).name);
  EXPECT_NE(name, planned_run(study, plans[0], 0, 1, Stage::tuning).name);
  EXPECT_NE(name, planned_run(study, plans[1], 0, 1, Stage::final).name);
  EXPECT_NE(name, planned_run(other, plan_methods(other)[0], 0, 1, Stage::final).name);
}

// A grid that grows is the most common change of a file.
TEST(RunPlan, AFixedValueAndTheSameOneOfAGridAreTheSameRun) {
  const auto names = [](const std::string& options) {
    const Study study = study_with("targets: one_way_0.3\nmethods: {sopa-s: " + options + "}");
    const MethodPlan plan = plan_methods(study)[0];
    std::vector<std::string> found;
    for (std::size_t k = 0; k < plan.variants.size(); ++k) {
      found.push_back(planned_run(study, plan, k, 0, Stage::final).name);
    }
    return found;
  };
  const std::string fixed = names("{optimiser: momentum, lambda: 1, lr: 0.5}")[0];
  EXPECT_EQ(fixed.rfind("sopa-s,lambda=1,lr=0.5,optimiser=momentum,epochs=6,seed=0-", 0), 0U) << fixed;
  EXPECT_EQ(names("{lr: 0.5, lambda: [1, 10], optimiser: momentum}")[0], fixed);
  EXPECT_EQ(names("{lambda: [10, 1], lr: [0.1, 0.5], optimiser: [momentum]}")[3], fixed);
}

TEST(RunPlan, AMethodsOwnEncodingIsRefusedBehindAPretraining) {
  Study study = study_with(kTargets + "methods: {sopa-s: {lambda: 1, bins: [4, 8]}}");
  EXPECT_EQ(plan_methods(study)[0].variants.size(), 2U);
  study.pretraining.emplace();
  EXPECT_EQ(
      test::refusal_of([&] { plan_methods(study); }, Fault::usage),
      "methods: sopa-s: bins: expected it in data:, as all methods start from one pre-training, got it for one of "
      "them");
}

TEST(RunPlan, RefusesMoreRunsThanAnybodyCanDo) {
  Study study = study_with("targets: one_way_0.3\nmethods: [ce, auc-sh]");
  study.seeds.assign(30'000, 0);
  study.tuning_seeds.assign(30'000, 0);
  EXPECT_EQ(test::refusal_of([&] { plan_methods(study); }, Fault::usage),
            "methods: expected grids and seeds of at most 100000 runs, got 120000");
}

TEST(RunPlan, AllMethodsOfASeedStartFromTheSamePretraining) {
  Study study = study_with(kTargets + "methods: [ce, auc-sh]");
  study.pretraining.emplace();
  study.pretraining->set("trainer.epochs", "2", "test");
  study.pretraining->set("optimiser.lr", "0.5", "test");
  study.base.set("objective.margin", "2", "test");
  const auto plans = plan_methods(study);
  const PlannedRun start = pretraining_run(study, 3);
  EXPECT_EQ(start.epochs, 2);
  EXPECT_EQ(start.asked.get("objective.name"), "ce");
  EXPECT_EQ(start.asked.get("optimiser.lr"), "0.5");
  EXPECT_EQ(start.asked.get("trainer.seed"), "3");
  EXPECT_FALSE(start.asked.has("objective.margin"));
  for (const MethodPlan& plan : plans) EXPECT_EQ(planned_run(study, plan, 0, 3, Stage::final).starts_from, start.name);
  EXPECT_NE(planned_run(study, plans[0], 0, 4, Stage::final).starts_from, start.name);
}

TEST(RunPlan, MethodsKeepTheLastLayerOfThePretrainingIfAsked) {
  const auto with = [](const std::string& more) {
    return study_file_from_yaml(
               "data: {path: t.csv}\nmodel: mlp\ntargets: one_way_0.3\nseeds: 1\nmethods: [ce]\n"
               "protocol: {epochs: 4, pretraining: {epochs: 2" +
                   more + "}}",
               "f.yaml")
        .studies[0];
  };
  const auto run_of = [](const Study& study) { return planned_run(study, plan_methods(study)[0], 0, 3, Stage::final); };
  const Study drawn = with("");
  const Study kept = with(", last_layer: kept");
  EXPECT_FALSE(run_of(drawn).asked.has("trainer.init_last_layer"));
  EXPECT_EQ(run_of(with(", last_layer: drawn")).name, run_of(drawn).name);
  EXPECT_EQ(run_of(kept).asked.get("trainer.init_last_layer"), "kept");
  EXPECT_NE(run_of(kept).name, run_of(drawn).name);
  EXPECT_EQ(pretraining_run(kept, 3).name, pretraining_run(drawn, 3).name);
  EXPECT_EQ(test::refusal_of([&] { with(", last_layer: frozen"); }, Fault::usage),
            "f.yaml: protocol: pretraining: last_layer: expected kept or drawn, got \"frozen\"");
}

TEST(RunPlan, ASplitASeedIsAskedForByTheSeed) {
  Study study = study_with(kTargets + "methods: [ce]");
  EXPECT_FALSE(planned_run(study, plan_methods(study)[0], 0, 3, Stage::final).asked.has("data.valid_seed"));
  study.split = Study::Split::one_per_seed;
  const Config asked = planned_run(study, plan_methods(study)[0], 0, 3, Stage::final).asked;
  EXPECT_EQ(asked.get("data.valid_seed"), "3");
  EXPECT_FALSE(asked.has("data.split_seed"));  // the test part stays
}

}  // namespace
}  // namespace pauc::compare
