#include "pauc/trainer/config/config.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "pauc/data/options.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/defaults.h"
#include "pauc/trainer/config/options.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Config with(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  return config;
}

std::string yaml_refusal(const std::string& text) {
  return refusal_of([&] { config_from_yaml(text, "c.yaml"); }, Fault::usage);
}

TEST(Config, TakesAssignments) {
  const Config config = with({"objective.lambda=0.1", "data.positive=a=b", "data.label="});
  EXPECT_EQ(config.get("objective.lambda"), "0.1");
  EXPECT_EQ(config.get("data.positive"), "a=b");
  EXPECT_TRUE(config.has("data.label"));
  EXPECT_FALSE(config.has("data.path"));
  EXPECT_EQ(config.get("data.path"), "");
}

TEST(Config, RefusesUnknownKeysWithTheNearestFirst) {
  EXPECT_THAT(refusal_of([] { with({"objective.lamda=0.1"}); }, Fault::usage),
              HasSubstr("set: no option \"objective.lamda\"; expected one of objective.lambda"));
  EXPECT_THAT(refusal_of([] { with({"trainer.epoch=3"}); }, Fault::usage), HasSubstr("expected one of trainer.epochs"));
  EXPECT_THAT(refusal_of([] { with({"lambda"}); }, Fault::usage), HasSubstr("set: expected KEY=VALUE"));
  EXPECT_THAT(yaml_refusal("objective: {nam: ce}"),
              HasSubstr("c.yaml: no option \"objective.nam\"; expected one of objective.name"));
  EXPECT_THAT(yaml_refusal("objectiv: {name: ce}"), HasSubstr("no section \"objectiv\"; expected one of objective"));
}

TEST(Config, EveryKeyIsThereOnceAndHasHelp) {
  std::set<std::string> seen;
  for (const ConfigKey& key : config_keys()) {
    EXPECT_TRUE(seen.insert(key.text()).second) << key.text();
    ASSERT_FALSE(key.meanings.empty()) << key.text();
    for (const KeyMeaning& meaning : key.meanings) {
      EXPECT_NE(meaning.help, "") << key.text();
      EXPECT_NE(meaning.type, "") << key.text();
    }
  }
  for (const char* key : {"data.path", "data.bins", "target.fpr_max", "model.hidden", "objective.gamma", "optimiser.lr",
                          "sampler.batch_size", "trainer.seed"}) {
    EXPECT_EQ(seen.count(key), 1) << key;
  }
}

TEST(Config, ASharedKeyHasTheMeaningOfEachOwner) {
  std::map<std::string, std::string> defaults;
  for (const ConfigKey& key : config_keys()) {
    for (const KeyMeaning& meaning : key.meanings)
      defaults[key.text() + " of " + meaning.owner] = meaning.default_value;
  }
  EXPECT_EQ(defaults.at("objective.gamma of sota"), "100");
  EXPECT_EQ(defaults.at("objective.gamma of auc-m"), "500");
  EXPECT_EQ(defaults.at("objective.gamma of aw-poly"), "34");
  EXPECT_EQ(defaults.at("model.dropout of mlp"), "0.1");
  EXPECT_EQ(defaults.at("model.dropout of gin"), "0.5");
  EXPECT_EQ(defaults.at("objective.lambda of sopa-s"), "auto");
  EXPECT_EQ(defaults.at("objective.fpr_max of sopa"), "the target's");
  EXPECT_EQ(defaults.at("trainer.checkpoint_every of "), "1");
}

TEST(Config, SaysWhereAnOptionOfAnObjectiveHasAnotherDefault) {
  std::map<std::string, std::string> defaults;
  for (const ConfigKey& key : config_keys()) {
    for (const KeyMeaning& meaning : key.meanings) defaults[key.name + " of " + meaning.owner] = meaning.default_value;
  }
  EXPECT_EQ(defaults.at("surrogate of sopa"),
            "squared-hinge (linear models, trees, trained networks on images, on molecules at FPR <= 0.02: sigmoid)");
  EXPECT_EQ(defaults.at("surrogate of sota"), "squared-hinge (linear models, trees: sigmoid)");
  EXPECT_EQ(defaults.at("surrogate of mb"), "squared-hinge");
  EXPECT_EQ(defaults.at("thresholds of sopa"), "shared (trained networks on images, on molecules at FPR <= 0.02: own)");
  EXPECT_EQ(defaults.at("gamma1 of sota-s"), "0.9 (linear models, trees: 1)");
}

TEST(Config, ReadsYaml) {
  const Config config = config_from_yaml(
      "# a comment\nobjective:\n  name: sopa-s\n  lambda: 0.10\ndata:\n  label: \"yes\"\n  positive: '>=8'\n  id:\n",
      "c.yaml");
  EXPECT_THAT(config.values(), ElementsAre(Pair("data.id", ""), Pair("data.label", "yes"), Pair("data.positive", ">=8"),
                                           Pair("objective.lambda", "0.10"), Pair("objective.name", "sopa-s")));
  EXPECT_TRUE(config_from_yaml("", "c.yaml").values().empty());
}

TEST(Config, AFileAddsToWhatIsSetAndTheLastCounts) {
  const test::TemporaryFolder folder;
  Config config = with({"trainer.seed=3", "trainer.epochs=5"});
  read_config_file(folder.file("c.yaml", "trainer: {epochs: 9}\n"), config);
  EXPECT_EQ(config.get("trainer.seed"), "3");
  EXPECT_EQ(config.get("trainer.epochs"), "9");
  EXPECT_NE(refusal_of([&] { read_config_file(folder.path("none.yaml"), config); }, Fault::no_input), "");
}

TEST(Config, RefusesYamlThatIsNotSectionsOfValues) {
  EXPECT_THAT(yaml_refusal("model: {hidden: [8, 8]}"),
              HasSubstr("c.yaml: model.hidden: expected one value, got a list"));
  EXPECT_THAT(yaml_refusal("model: {hidden: {a: 1}}"), HasSubstr("expected one value"));
  EXPECT_THAT(yaml_refusal("- a\n- b\n"), HasSubstr("expected sections such as data"));
  EXPECT_THAT(yaml_refusal("just text"), HasSubstr("expected sections such as data"));
  EXPECT_THAT(yaml_refusal("model: mlp"), HasSubstr("model: expected options, one a line"));
  EXPECT_THAT(yaml_refusal("model:\n  hidden: [8\n"), HasSubstr("c.yaml: line "));
  EXPECT_THAT(yaml_refusal("model:\n\thidden: 8\n"), HasSubstr("c.yaml: line "));
  EXPECT_NE(yaml_refusal(std::string(100000, '[')), "");
}

TEST(Config, ReadsBackFromItsOwnYaml) {
  Config config;
  const std::vector<std::string> values = {
      "",     "~",   "null", "yes", "0x10", "1e3",  ">=8",  " lead",      "trail ", "a: b",   "#x",
      "a #b", "-",   "?",    "| x", "'",    "\"",   "\\",   "two\nlines", "\ttab",  "[a, b]", "{a}",
      "&x",   "*x",  "!x",   "%x",  "@x",   "`x",   "äöü",  "NULL",       "Null",   "true",   ".5",
      "a,b",  "- a", "x:",   ": x", "\r",   "\x01", "日本", "---",        "..."};
  for (const std::string& value : values) {
    config.set("data.positive", value, "test");
    config.set("objective.name", "sopa", "test");
    const Config back = config_from_yaml(config_yaml(config), "c.yaml");
    EXPECT_EQ(back.values(), config.values()) << config_yaml(config);
  }
}

TEST(Config, RefusesTextThatNoConfigFileCanHold) {
  EXPECT_THAT(refusal_of([] { with({"data.path=caf\xe9.csv"}); }, Fault::usage),
              HasSubstr("data.path: expected UTF-8, got \"caf\\xe9.csv\""));
}

TEST(Config, ASectionLeavesItsNameOut) {
  const Config config = with({"objective.name=sopa", "objective.fpr_max=0.2", "model.name=mlp"});
  EXPECT_THAT(config.section("objective"), ElementsAre(Pair("fpr_max", "0.2")));
}

TEST(Config, OptionsAreReadAndAutoLeavesThemOpen) {
  Config config = with({"optimiser.lr=0.5", "optimiser.name=momentum"});
  const OptimiserChoice choice = config.read("optimiser", kOptimiserFields);
  EXPECT_EQ(choice.name, OptimiserName::momentum);
  EXPECT_EQ(choice.lr, 0.5);
  EXPECT_FALSE(choice.weight_decay);
  config.set_assignment("optimiser.lr=auto");
  EXPECT_FALSE(config.read("optimiser", kOptimiserFields).lr);
}

TEST(Config, RefusesNumbersThatAreNone) {
  const auto refusal = [](const std::string& assignment) {
    return refusal_of([&] { check_config(with({assignment})); }, Fault::usage);
  };
  EXPECT_THAT(refusal("trainer.epochs=many"), HasSubstr("trainer.epochs: expected a whole number, got \"many\""));
  EXPECT_THAT(refusal("trainer.epochs=2.5"), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal("trainer.seed=1e30"), HasSubstr("expected a whole number"));
  EXPECT_THAT(refusal("optimiser.lr=fast"), HasSubstr("optimiser.lr: expected a number"));
  EXPECT_THAT(refusal("objective.name=sop"), HasSubstr("objective: no \"sop\"; expected one of sopa"));
  EXPECT_THAT(refusal("model.name=mpl"), HasSubstr("model: no \"mpl\"; expected one of mlp"));
  EXPECT_THAT(refusal("target.fpr_max=2"), HasSubstr("fpr"));
  EXPECT_THAT(refusal("target.also=half"), HasSubstr("also: expected regions such as one_way_0.5,two_way_0.6_0.4"));
}

TEST(Config, NamesTheFirstDifference) {
  const Config before = with({"optimiser.lr=0.01", "trainer.epochs=5"});
  EXPECT_EQ(first_difference(before, before, {}), "");
  EXPECT_EQ(first_difference(with({"optimiser.lr=0.1", "trainer.epochs=5"}), before, {}),
            "optimiser.lr: 0.1, was 0.01");
  EXPECT_EQ(first_difference(with({"optimiser.lr=0.01"}), before, {}), "trainer.epochs: not set, was 5");
  EXPECT_EQ(first_difference(with({"optimiser.lr=0.01"}), before, {"trainer.epochs"}), "");
}

}  // namespace
}  // namespace pauc
