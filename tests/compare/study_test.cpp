#include "pauc/compare/study.h"

#include "compare/studies.h"
#include "support/refusals.h"

namespace pauc::compare {
namespace {

using test::refusal_of;
using test::study_with;
using testing::ElementsAre;
using testing::HasSubstr;

const char* const kFile = R"(
data: {path: mol.csv, smiles: smiles, label: active}
model: {name: gin, layers: 3}
targets: [{fpr_max: 0.3}, {tpr_min: 0.6, fpr_max: 0.4}, one_way_0.05-0.2]
protocol:
  epochs: 60
  batch-size: 64
  lr: 1e-3
  margin: 2
  resplit: true
  pretraining: {epochs: 20, lr_decay: none}
methods:
  ce:
  mb:
    one_way: {top_negatives: [0.1, 0.3]}
    two_way: {tpr_min: 0.5, grid: {top_negatives: [0.3], bottom_positives: [0.3, 0.5]}}
  sopa: {only: one_way, fpr_max: [0.1, 0.5], lr: 1e-4}
tuning_seeds: [7]
tuning_epochs: 20
seeds: 3
workers: 4
budget_minutes: 1.5
)";

TEST(Study, SaysWhatTheFileSays) {
  const StudyFile file = study_file_from_yaml(kFile, "f.yaml");
  EXPECT_EQ(file.workers, 4);
  EXPECT_EQ(file.budget_minutes, 1.5);
  EXPECT_EQ(file.text, kFile);
  ASSERT_EQ(file.studies.size(), 1U);
  const Study& study = file.studies[0];
  EXPECT_EQ(study.base.get("data.smiles"), "smiles");
  EXPECT_EQ(study.base.get("model.name"), "gin");
  EXPECT_EQ(study.base.get("model.layers"), "3");
  EXPECT_EQ(study.base.get("sampler.batch_size"), "64");
  EXPECT_EQ(study.base.get("optimiser.lr"), "1e-3");
  EXPECT_EQ(study.base.get("objective.margin"), "2");
  EXPECT_FALSE(study.base.has("trainer.epochs"));
  EXPECT_EQ(study.epochs, 60);
  EXPECT_EQ(study.tuning_epochs, 20);
  EXPECT_THAT(study.seeds, ElementsAre(0, 1, 2));
  EXPECT_THAT(study.tuning_seeds, ElementsAre(7));
  EXPECT_EQ(study.split, Study::Split::one_per_seed);
  EXPECT_EQ(study.select, Select::valid);
  ASSERT_TRUE(study.pretraining);
  EXPECT_EQ(study.pretraining->get("trainer.epochs"), "20");
  ASSERT_EQ(study.targets.size(), 3U);
  EXPECT_EQ(study.targets[1].tpr_min, 0.6);
  EXPECT_EQ(study.targets[2].fpr_min, 0.05);
}

TEST(Study, AMethodMayDifferBetweenOneWayAndTwoWay) {
  const Study study = study_file_from_yaml(kFile, "f.yaml").studies[0];
  ASSERT_EQ(study.methods.size(), 3U);
  const StudyMethod& mb = study.methods[1];
  ASSERT_EQ(mb.one_way->grid.size(), 1U);
  EXPECT_EQ(mb.one_way->grid[0].key, "objective.top_negatives");
  EXPECT_THAT(mb.one_way->grid[0].values, ElementsAre("0.1", "0.3"));
  EXPECT_FALSE(mb.one_way->settings.has("objective.tpr_min"));
  EXPECT_EQ(mb.two_way->settings.get("objective.tpr_min"), "0.5");
  EXPECT_EQ(mb.two_way->grid.size(), 2U);
  const StudyMethod& sopa = study.methods[2];
  EXPECT_FALSE(sopa.two_way);
  EXPECT_EQ(sopa.one_way->settings.get("optimiser.lr"), "1e-4");
}

TEST(Study, WhatIsSaidForSuchTargetsStandsInForTheRest) {
  const Study study = study_with(
      "targets: one_way_0.3\nmethods: {p-push: {lr: [0.1, 0.2], power: 2, two_way: {lr: 0.05, power: [4, 6]}}}");
  const StudyMethod& method = study.methods[0];
  EXPECT_EQ(method.one_way->grid.size(), 1U);
  EXPECT_EQ(method.one_way->settings.get("objective.power"), "2");
  ASSERT_EQ(method.two_way->grid.size(), 1U);
  EXPECT_EQ(method.two_way->grid[0].key, "objective.power");
  EXPECT_EQ(method.two_way->settings.get("optimiser.lr"), "0.05");
  EXPECT_FALSE(method.two_way->settings.has("objective.power"));
}

TEST(Study, TheOptimiserIsNamedAsOnTheCommandLine) {
  const Study study = study_with(
      "targets: one_way_0.3\nmethods: {ce: {optimiser: momentum}, sopa: {optimiser.name: [adam, momentum]}}");
  EXPECT_EQ(study.methods[0].one_way->settings.get("optimiser.name"), "momentum");
  EXPECT_EQ(study.methods[1].one_way->grid.at(0).key, "optimiser.name");
}

TEST(Study, KeysMayHaveHyphens) {
  const Study study = study_with("targets: one_way_0.3\nmethods: [ce]\ntuning-seeds: [7]\ntuning-epochs: 2");
  EXPECT_THAT(study.tuning_seeds, ElementsAre(7));
  EXPECT_EQ(study.tuning_epochs, 2);
}

TEST(Study, VaryMakesARowOfEachCombination) {
  const Study study = study_with(
      "targets: one_way_0.3\nmethods: {a: {objective: sota-s, vary: {gamma0: [1, 0.5], gamma1: [0.9]}, lambda: 1}}");
  ASSERT_EQ(study.methods.size(), 2U);
  EXPECT_EQ(study.methods[0].name, "a gamma0=1 gamma1=0.9");
  EXPECT_EQ(study.methods[1].name, "a gamma0=0.5 gamma1=0.9");
  EXPECT_EQ(study.methods[1].one_way->settings.get("objective.gamma0"), "0.5");
  EXPECT_EQ(study.methods[1].one_way->settings.get("objective.name"), "sota-s");
  EXPECT_TRUE(study.methods[1].one_way->grid.empty());
}

TEST(Study, MethodsMayBeAList) {
  const Study study = study_with(
      "targets: [{fpr_max: 0.3}]\nmethods: [ce, {name: wide, objective: sopa, fpr_max: 0.5}, {objective: mb}]");
  ASSERT_EQ(study.methods.size(), 3U);
  EXPECT_EQ(study.methods[1].name, "wide");
  EXPECT_EQ(study.methods[1].one_way->settings.get("objective.fpr_max"), "0.5");
  EXPECT_EQ(study.methods[2].name, "mb");
}

TEST(Study, DatasetsTakeWhatTheyDoNotSayFromTheFile) {
  const StudyFile file = study_file_from_yaml(
      "data: {label: y}\nmodel: mlp\ntargets: one_way_0.1\nprotocol: {epochs: 5, lr: 1}\nmethods: [ce]\n"
      "datasets:\n  a: {data: {path: a.csv}}\n  b: {data: {path: b.csv, label: z}, protocol: {lr: 2}, seeds: 2-3}\n",
      "f.yaml");
  ASSERT_EQ(file.studies.size(), 2U);
  EXPECT_EQ(file.studies[0].name, "a");
  EXPECT_EQ(file.studies[0].base.get("data.label"), "y");
  EXPECT_EQ(file.studies[0].base.get("optimiser.lr"), "1");
  EXPECT_THAT(file.studies[0].seeds, ElementsAre(0));
  EXPECT_EQ(file.studies[1].base.get("data.label"), "z");
  EXPECT_EQ(file.studies[1].base.get("optimiser.lr"), "2");
  EXPECT_EQ(file.studies[1].epochs, 5);
  EXPECT_THAT(file.studies[1].seeds, ElementsAre(2, 3));
}

struct Refused {
  std::string text;
  std::string sentence;
};

TEST(Study, RefusesWhatNoRunCouldTake) {
  const std::string start = "data: {path: d.csv}\nprotocol: {epochs: 6}\n";
  const std::string end = start + "targets: one_way_0.3\n";
  const Refused cases[] = {
      {end + "method: [ce]", "no key \"method\"; expected one of methods"},
      {end + "methods: [cee]", "no objective \"cee\"; expected one of ce"},
      {end + "methods: [ce, ce]", "got \"ce\" twice"},
      {end + "methods: {sopa-s: {lamda: 1}}", "sopa-s has no option \"lamda\"; expected one of lambda"},
      {end + "methods: {ce: {lambda: 1}}", "ce has no option \"lambda\""},
      {end + "methods: {ce: {epochs: 3}}", "ce has no option \"epochs\""},
      {end + "methods: {ce: {only: both}}", "expected one_way or two_way, got \"both\""},
      {end + "methods: {sopa: {fpr_max: []}}", "expected at least one value, got an empty list"},
      {end + "methods:", "expected methods:, got none"},
      {end + "methods: {ce: {name: foo}}", "expected its name in front of it only"},
      {end + "methods: [ce]\ntuning_epochs: 7", "tuning_epochs: expected at most epochs, 6, got 7"},
      {"data: {path: d.csv}\nprotocol: {epochs: one}\ntargets: one_way_0.3\nmethods: [ce]",
       "expected a whole number, got \"one\""},
      {end + "methods: {ce: {split_seed: [1, 2]}}", "ce has no option \"split_seed\""},
      {end + "methods: {ce: {fractions: 1}}", "ce has no option \"fractions\""},
      {end + "methods: {sopa-s: {vary: {gamma0: [1]}, gamma0: 0.5}}", "vary: gamma0: expected it there only"},
      {end + "methods: {ce: {one_way: {only: two_way}}}", "ce has no option \"only\""},
      {end + "methods: {ce: {one_way: {objective: mb}}}", "ce has no option \"objective\""},
      {end + "methods: [ce]\nworkers: 100000", "expected at most 4096, got 100000"},
      {end + "methods: [ce]\ndatasets: {table.md: {}}", "expected a name that a folder can have"},
      {"data: {path: d.csv}\nprotocol: {epochs: 6, split_seed: 1}\ntargets: one_way_0.3\nmethods: [ce]",
       "no option \"split_seed\" here"},
      {end + "methods: [ce]\nseeds: [1, 1]", "expected each seed once"},
      {end + "methods: [ce]\nseeds: [1, 1000000000001]", "expected seeds up to 1000000000000, got 1000000000001"},
      {end + "methods: [ce]\nseeds: 0", "expected a number from 1 on, got 0"},
      {end + "methods: [ce]\nselect: test", "expected valid or train, got \"test\""},
      {end + "methods: [ce]\nworkers: 0", "expected a number from 1 on, got 0"},
      {end + "methods: [ce]\nbudget_minutes: 0", "expected more than 0, got 0"},
      {start + "methods: [ce]\ntargets: [{fpr_max: 1.5}]", "expected 0 < fpr_max <= 1, got 1.5"},
      {start + "methods: [ce]\ntargets: [{fpr: 0.5}]", "no bound \"fpr\""},
      {start + "methods: [ce]\ntargets: [one_way_0.3, {fpr_max: 0.3}]", "got one_way_0.3 twice"},
      {"data: {path: d.csv}\nprotocol: {epoch: 6}\ntargets: one_way_0.3\nmethods: [ce]",
       "no option \"epoch\" here; expected one of epochs"},
      {"data: {path: d.csv}\nprotocol: {seed: 6}\ntargets: one_way_0.3\nmethods: [ce]", "no option \"seed\" here"},
      {"data: {path: d.csv}\nprotocol: {lr: 6}\ntargets: one_way_0.3\nmethods: [ce]", "expected epochs:, got none"},
      {"data: {label: y}\nprotocol: {epochs: 6}\ntargets: one_way_0.3\nmethods: [ce]",
       "data: expected path:, got none"},
      {"data: {path: d, lable: y}\nprotocol: {epochs: 6}\ntargets: one_way_0.3\nmethods: [ce]",
       "no option \"data.lable\""},
      {end + "methods: [ce]\ndatasets: {../a: {}}", "expected a name that a folder can have"},
      {"data: [", "line 1"},
      {"data: {path: d.csv}\nprotocol:\n\tepochs: 6\n", "line 3: expected spaces in front, got a tab"},
      {"- 1", "targets and methods, got a list; examples/compare.yaml"},
  };
  for (const Refused& refused : cases) {
    EXPECT_THAT(refusal_of([&] { study_file_from_yaml(refused.text, "f.yaml"); }, Fault::usage),
                AllOf(HasSubstr("f.yaml: "), HasSubstr(refused.sentence)))
        << refused.text;
  }
}

TEST(Study, AGridBeyondAllBoundsIsRefusedBeforeItIsMade) {
  std::string list = "[0";
  for (int k = 1; k < 9000; ++k) list += "," + std::to_string(k);
  const std::string text = "methods: {sopa-s: {lambda: " + list + "], gamma0: " + list + "], lr: " + list + "]}}";
  EXPECT_THAT(refusal_of([&] { study_with("targets: one_way_0.3\n" + text); }, Fault::usage),
              HasSubstr("expected a grid of at most 10000 points, got more"));
}

// Both spellings are one option: what a dataset says for itself is in place of the file's.
TEST(StudyFile, ADatasetsOptionReplacesTheFilesHoweverItIsSpelt) {
  const StudyFile file = study_file_from_yaml(
      "protocol: {epochs: 4, lr-decay: '1,2'}\ntargets: [one_way_0.3]\nmethods: [ce]\n"
      "datasets: {a: {data: {path: a.csv}, protocol: {lr_decay: none}}, b: {data: {path: b.csv}}}",
      "s.yaml");
  EXPECT_EQ(file.studies.at(0).base.get("trainer.lr_decay"), "none");
  EXPECT_EQ(file.studies.at(1).base.get("trainer.lr_decay"), "1,2");
}

}  // namespace
}  // namespace pauc::compare
