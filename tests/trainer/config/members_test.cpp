#include "pauc/trainer/config/members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/refusals.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

DataFacts facts_of(InputKind input) {
  DataFacts facts;
  facts.rows = 1000;
  facts.positives = 100;
  facts.features = 10;
  facts.input = input;
  facts.image = {3, 32, 32};
  return facts;
}

Config config_of(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  return config;
}

std::optional<EnsemblePlan> plan_of(const std::vector<std::string>& assignments, InputKind input = InputKind::table) {
  return ensemble_plan(config_of(assignments), facts_of(input));
}

std::vector<std::string> names_of(const EnsemblePlan& plan) {
  std::vector<std::string> names;
  for (const Member& member : plan.members) names.push_back(member.name);
  return names;
}

TEST(EnsemblePlan, AutoBlendsFamiliesOnTablesAndMolecules) {
  const auto table = plan_of({});
  ASSERT_TRUE(table);
  EXPECT_THAT(names_of(*table), ElementsAre("trees", "mlp", "forest", "random-forest"));
  EXPECT_EQ(table->folds, 4);
  EXPECT_EQ(table->blend, BlendMethod::stack);
  const auto molecules = plan_of({}, InputKind::molecule);
  ASSERT_TRUE(molecules);
  EXPECT_THAT(names_of(*molecules), ElementsAre("trees", "forest", "gin"));
  EXPECT_EQ(molecules->blend, BlendMethod::equal);
  EXPECT_FALSE(plan_of({}, InputKind::image));
}

TEST(EnsemblePlan, EveryMemberOfAutoMinimisesCrossEntropyUnlessItsRecipeSaysOtherwise) {
  const EnsemblePlan plan = plan_of({"trainer.effort=standard"}).value();
  for (const Member& member : plan.members) {
    EXPECT_EQ(member.asked.get("objective.name"), "ce") << member.name;
    EXPECT_EQ(member.asked.get("trainer.best_by"), member.name == "mlp" ? "loss" : "") << member.name;
  }
  std::map<std::string, std::string> objectives;
  const EnsemblePlan best = plan_of({"trainer.effort=best"}).value();
  for (const Member& member : best.members) {
    objectives[member.name] = member.asked.get("objective.name");
  }
  EXPECT_EQ(objectives["mlp-sopa"], "auto");
  EXPECT_EQ(objectives["trees-deep"], "ce");
}

TEST(EnsemblePlan, MoreEffortMeansMoreMembersAndFolds) {
  const auto quick = plan_of({"trainer.effort=quick"});
  EXPECT_THAT(names_of(*quick), ElementsAre("trees", "mlp"));
  EXPECT_EQ(quick->folds, 1);
  const auto best = plan_of({"trainer.effort=best"});
  EXPECT_GT(best->members.size(), 5U);
  EXPECT_EQ(best->folds, 5);
  EXPECT_TRUE(plan_of({"trainer.effort=best"}, InputKind::image));
  EXPECT_FALSE(plan_of({"trainer.effort=standard"}, InputKind::image));
}

TEST(EnsemblePlan, BestEffortTriesOtherGraphNetworks) {
  const EnsemblePlan plan = plan_of({"trainer.effort=best"}, InputKind::molecule).value();
  for (const Member& member : plan.members) {
    EXPECT_EQ(member.asked.get("model.virtual_node"), member.name == "gin-virtual-node" ? "on" : "") << member.name;
    const bool network = member.name == "dmpnn" || (member.name.rfind("gin", 0) == 0 && member.name != "gin-sopa");
    EXPECT_EQ(member.asked.get("trainer.patience"), network ? "15" : "") << member.name;
  }
}

TEST(EnsemblePlan, AMemberWithAnotherSeedHasOne) {
  int others = 0;
  for (const InputKind input : {InputKind::table, InputKind::molecule, InputKind::image}) {
    const auto plan = plan_of({"trainer.effort=best", "trainer.seed=7"}, input);
    for (const Member& member : plan->members) {
      const bool other = member.name.find("-another-seed") != std::string::npos;
      EXPECT_EQ(member.asked.get("trainer.seed"), other ? "1007" : "7") << member.name;
      others += other ? 1 : 0;
    }
  }
  EXPECT_EQ(others, 4);  // mlp, trees, gin, resnet20
}

TEST(EnsemblePlan, BestTriesSettingsSeedsAndFineTuningsOfEveryFamily) {
  const EnsemblePlan table = plan_of({"trainer.effort=best"}).value();
  EXPECT_THAT(names_of(table),
              ElementsAre("trees", "mlp", "forest", "random-forest", "trees-deep", "mlp-sopa", "trees-hard",
                          "mlp-another-seed", "trees-slow", "trees-shallow", "trees-another-seed", "forest-wide"));
  const EnsemblePlan molecules = plan_of({"trainer.effort=best"}, InputKind::molecule).value();
  EXPECT_THAT(names_of(molecules),
              ElementsAre("trees", "forest", "gin", "forest-descriptors", "trees-descriptors", "trees-deep", "dmpnn",
                          "gin-virtual-node", "gin-another-seed", "trees-hard", "gin-sopa"));
  const EnsemblePlan images = plan_of({"trainer.effort=best"}, InputKind::image).value();
  EXPECT_THAT(names_of(images), ElementsAre("resnet20", "resnet20-another-seed", "resnet20-sopa"));
  // No two members are the same.
  for (const EnsemblePlan* plan : {&table, &molecules, &images}) {
    std::set<std::string> configs;
    for (const Member& member : plan->members) configs.insert(config_yaml(member.asked));
    EXPECT_EQ(configs.size(), plan->members.size());
  }
  for (const Member& member : molecules.members) {
    if (member.name.find("-descriptors") == std::string::npos) continue;
    EXPECT_EQ(member.asked.get("data.features_from"), "descriptors,maccs") << member.name;
  }
}

TEST(EnsemblePlan, OptionsOfOneNetworkMeanOneNetwork) {
  for (const char* option :
       {"trainer.epochs=3", "optimiser.lr=0.1", "sampler.batch_size=64", "model.hidden=32", "objective.lambda=0.1",
        "trainer.init=run", "data.numeric=standard", "model.name=mlp", "objective.name=sopa"}) {
    EXPECT_FALSE(plan_of({option})) << option;
  }
  EXPECT_TRUE(plan_of({"data.drop=a", "target.fpr_max=0.1", "trainer.threads=2"}));
}

TEST(EnsemblePlan, InABlendOptionsOfTheTrainingAreThoseOfTheNetworks) {
  const auto plan = plan_of({"trainer.members=mlp,trees", "trainer.epochs=3", "model.hidden=32", "model.depth=2"});
  const Config& mlp = plan->members[0].asked;
  const Config& trees = plan->members[1].asked;
  EXPECT_EQ(mlp.get("trainer.epochs"), "3");
  EXPECT_EQ(mlp.get("model.hidden"), "32");
  EXPECT_FALSE(mlp.has("model.depth"));
  EXPECT_FALSE(trees.has("trainer.epochs"));
  EXPECT_FALSE(trees.has("model.hidden"));
  EXPECT_EQ(trees.get("model.depth"), "2");
  // Without networks they are those of the trees.
  EXPECT_EQ(plan_of({"trainer.members=trees", "trainer.epochs=3"})->members[0].asked.get("trainer.epochs"), "3");
}

TEST(EnsemblePlan, ModelsOfTablesReadFingerprintsOfMolecules) {
  const EnsemblePlan plan = plan_of({}, InputKind::molecule).value();
  for (const Member& member : plan.members) {
    EXPECT_EQ(member.asked.has("data.features_from"), member.name != "gin") << member.name;
  }
}

TEST(EnsemblePlan, CaseWeightsLeaveOutMembersThatCannotUseThem) {
  DataFacts facts = facts_of(InputKind::table);
  facts.weighted = true;
  const EnsemblePlan plan = ensemble_plan(config_of({"trainer.effort=best"}), facts).value();
  for (const Member& member : plan.members) EXPECT_EQ(member.asked.get("objective.name"), "ce") << member.name;
}

TEST(EnsemblePlan, TheConfigOfTheWholeAsksForTheSamePlan) {
  for (const InputKind input : {InputKind::table, InputKind::molecule}) {
    const DataFacts facts = facts_of(input);
    const Config asked = config_of({"target.fpr_max=0.05"});
    const auto plan = ensemble_plan(asked, facts);
    const auto again = ensemble_plan(resolved_for_ensemble(asked, *plan, facts), facts);
    ASSERT_TRUE(again);
    EXPECT_EQ(names_of(*again), names_of(*plan));
    EXPECT_EQ(again->folds, plan->folds);
    EXPECT_EQ(again->blend, plan->blend);
    EXPECT_EQ(again->effort, plan->effort);
  }
}

TEST(EnsemblePlan, ForeignScoresHaveTheNameOfTheirFileUnlessTheyAreGivenOne) {
  const auto members = foreign_members("mine.csv,other=a/b.csv");
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[0].name, "mine");
  EXPECT_EQ(members[0].file, "mine.csv");
  EXPECT_EQ(members[1].name, "other");
  EXPECT_EQ(members[1].file, "a/b.csv");
  EXPECT_THAT(test::refusal_of([] { foreign_members("=x.csv"); }, Fault::usage),
              HasSubstr("member: expected NAME=FILE.csv"));
  EXPECT_THAT(test::refusal_of([] { foreign_members("a=x.csv,b=x.csv"); }, Fault::usage),
              HasSubstr("member: expected each file once, got x.csv twice"));
}

TEST(EnsemblePlan, RefusesWhatHasNoEffect) {
  const auto refusal = [](const std::vector<std::string>& assignments) {
    return test::refusal_of([&] { plan_of(assignments); }, Fault::usage);
  };
  EXPECT_THAT(refusal({"trainer.effort=quick", "model.name=mlp"}),
              HasSubstr("effort: expected model auto and objective auto, got mlp"));
  EXPECT_THAT(refusal({"trainer.effort=quick", "trainer.members=mlp"}), HasSubstr("effort: expected no members"));
  for (const char* minutes : {"0", "-2.5", "nan"}) {
    EXPECT_THAT(refusal({joined("trainer.minutes=", minutes)}),
                HasSubstr(joined("minutes: expected more than 0, got ", minutes)));
  }
  EXPECT_THAT(refusal({"trainer.members=mlp,trees", "model.layers=3"}),
              HasSubstr("model.layers: expected an option of a member"));
  EXPECT_THAT(refusal({"trainer.member=trees.csv", "trainer.members=mlp,trees"}),
              HasSubstr("members: expected each once, got trees twice"));
}

}  // namespace
}  // namespace pauc
