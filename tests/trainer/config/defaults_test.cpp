#include "pauc/trainer/config/defaults.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "pauc/core/text/number.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/candidates.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/plan.h"
#include "support/refusals.h"
#include "trainer/config/asked.h"

namespace pauc {
namespace {

using test::asked;
using test::chosen;
using test::kFacts;
using test::refusal;
using test::refusal_of;
using test::tried;
using testing::ElementsAre;
using testing::HasSubstr;

double number(const Config& config, const std::string& key) {
  const auto value = parse_number(config.get(key));
  EXPECT_TRUE(value.has_value()) << key << ": " << config.get(key);
  return value.value_or(-1);
}

std::vector<std::string> names_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  return names;
}

TEST(Defaults, EveryObjectiveIsResolvedToSomethingThatCanBeTrained) {
  for (const DataFacts& facts : {kFacts, DataFacts{20, 3, 2}, DataFacts{500000, 2000, 100}, DataFacts{60, 57, 4}}) {
    for (const ObjectiveInfo& info : objective_registry()) {
      for (const char* target : {"target.fpr_max=0.3", "target.fpr_max=0.001", "target.tpr_min=0.5"}) {
        const Config config = chosen({"objective.name=" + info.name, target}, facts);
        for (const char* key : {"optimiser.lr", "optimiser.weight_decay", "sampler.batch_size", "trainer.epochs",
                                "trainer.patience", "data.bins", "target.fpr_max"}) {
          EXPECT_GE(number(config, key), 0) << info.name << " " << key;
        }
        const auto size = static_cast<std::int64_t>(number(config, "sampler.batch_size"));
        const auto positives = static_cast<std::int64_t>(number(config, "sampler.batch_positives"));
        EXPECT_LE(positives, facts.positives);
        EXPECT_LE(size - positives, std::max<std::int64_t>(512, facts.rows - facts.positives));
        const std::vector<Phase> phases = phases_of(config);
        ASSERT_EQ(phases.size(), 1);
        std::vector<std::uint8_t> labels(facts.rows);
        std::fill_n(labels.begin(), facts.positives, std::uint8_t{1});
        Sampler(labels, phases[0].sampler).next();
        make_objective(phases[0].objective, phases[0].objective_settings, facts.rows);
        EXPECT_EQ(config_from_yaml(config_yaml(config), "c").values(), config.values());
      }
    }
  }
}

TEST(Defaults, AResolvedConfigResolvesToItself) {
  for (const ObjectiveInfo& info : objective_registry()) {
    const Config once = chosen({"objective.name=" + info.name, "target.fpr_max=0.3"});
    EXPECT_EQ(resolved(once, {100, 50, 3}).values(), once.values()) << info.name;
  }
}

TEST(Defaults, TheTargetHasItsDefaults) {
  const auto target = [](const std::vector<std::string>& assignments) {
    return region_text(target_of(asked(assignments)));
  };
  EXPECT_EQ(target({}), "FPR <= 0.3");
  EXPECT_EQ(target({"target.fpr_max=0.05"}), "FPR <= 0.05");
  EXPECT_EQ(target({"target.fpr_min=0.05", "target.fpr_max=0.2"}), "0.05 <= FPR <= 0.2");
  EXPECT_EQ(target_of(asked({"target.tpr_min=0.6"})).fpr_max, 1);
  EXPECT_EQ(target_of(asked({"target.fpr_min=0.1"})).fpr_max, 1);
  EXPECT_EQ(target({"target.tpr_min=0.6", "target.fpr_max=0.4"}), "TPR >= 0.6, FPR <= 0.4");
  EXPECT_EQ(target({"target.fpr_max=auto", "target.tpr_min=auto"}), "FPR <= 0.3");
}

TEST(Defaults, ImpossibleTargetsAreRefused) {
  for (const std::vector<std::string>& assignments : {std::vector<std::string>{"target.fpr_max=0"},
                                                      {"target.fpr_max=1.1"},
                                                      {"target.fpr_min=0.3", "target.fpr_max=0.3"},
                                                      {"target.tpr_min=1"},
                                                      {"target.tpr_min=-0.1"},
                                                      {"target.tpr_min=0.5", "target.fpr_min=0.1"},
                                                      {"target.fpr_max=nan"}}) {
    EXPECT_NE(refusal_of([&] { target_of(asked(assignments)); }, Fault::usage), "") << assignments[0];
  }
}

TEST(Defaults, TheTargetIsHandedToTheObjectiveUnlessItHasItsOwn) {
  EXPECT_EQ(chosen({"objective.name=sopa", "target.fpr_max=0.05"}).get("objective.fpr_max"), "0.05");
  const Config own = chosen({"objective.name=sopa", "target.fpr_max=0.05", "objective.fpr_max=0.2"});
  EXPECT_EQ(own.get("objective.fpr_max"), "0.2");
  EXPECT_EQ(own.get("target.fpr_max"), "0.05");
  const Config range = chosen({"objective.name=sopa", "target.fpr_min=0.05", "target.fpr_max=0.3"});
  EXPECT_EQ(range.get("objective.fpr_min"), "0.05");
  const Config two_way = chosen({"objective.name=sota", "target.tpr_min=0.6", "target.fpr_max=0.4"});
  EXPECT_EQ(two_way.get("objective.tpr_min"), "0.6");
  EXPECT_EQ(two_way.get("objective.fpr_max"), "0.4");
  EXPECT_FALSE(chosen({"objective.name=ce"}).has("objective.fpr_max"));
}

TEST(Defaults, OneWayMethodsTakeATwoWayTargetsFprMaxAndSotaTakesTprMinZero) {
  EXPECT_EQ(chosen({"objective.name=sopa", "target.tpr_min=0.6", "target.fpr_max=0.4"}).get("objective.fpr_max"),
            "0.4");
  EXPECT_EQ(chosen({"objective.name=sota", "target.fpr_max=0.4"}).get("objective.tpr_min"), "0");
}

TEST(Defaults, SoftMethodsTuneTheirLambdaForTheTarget) {
  const Config config = chosen({"objective.name=sota-s", "target.tpr_min=0.6", "target.fpr_max=0.4"});
  EXPECT_EQ(config.get("objective.lambda"), "auto");
  EXPECT_EQ(config.get("objective.lambda2"), "auto");
  const Phase phase = phases_of(config)[0];
  ASSERT_EQ(phase.matched.size(), 2U);
  EXPECT_STREQ(phase.matched[0].name, "lambda");
  EXPECT_STREQ(phase.matched[1].name, "lambda2");
  EXPECT_EQ(phase.fit.target.tpr_min, 0.6);
  EXPECT_TRUE(phases_of(chosen({"objective.name=sopa-s", "objective.lambda=1"}))[0].matched.empty());
}

TEST(Defaults, CaseWeightsAreForCeOnly) {
  DataFacts weighted = kFacts;
  weighted.weighted = true;
  for (const ObjectiveInfo& info : objective_registry()) {
    const std::string message = refusal({"objective.name=" + info.name}, weighted);
    if (info.takes_weights) {
      EXPECT_EQ(message, "");
    } else {
      EXPECT_THAT(message, HasSubstr(joined("weight: ", info.name, " does not support case weights; ce does")));
    }
  }
  EXPECT_THAT(names_of(tried({}, weighted)), ElementsAre("ce"));
}

TEST(Defaults, ARangeOfFprIsForMethodsThatCanOrHaveNoRegion) {
  for (const ObjectiveInfo& info : objective_registry()) {
    const std::string message = refusal({"objective.name=" + info.name, "target.fpr_min=0.05", "target.fpr_max=0.3"});
    if (info.range == Range::refused) {
      EXPECT_THAT(message, HasSubstr(joined("objective: ", info.name,
                                            " cannot leave out FPR below 0.05; sopa and svm-pauc can")));
    } else {
      EXPECT_EQ(message, "") << info.name;
    }
  }
  EXPECT_THAT(names_of(tried({"target.fpr_min=0.05", "target.fpr_max=0.3"})), ElementsAre("ce", "sopa"));
}

TEST(Defaults, MethodsThatBringTheirOwnOptimiserRefuseAnother) {
  EXPECT_EQ(chosen({"objective.name=sota"}).get("optimiser.name"), "adam");
  const std::string own = "objective.thresholds=own";
  EXPECT_EQ(chosen({"objective.name=sota", own}).get("optimiser.name"), "proximal");
  EXPECT_EQ(chosen({"objective.name=auc-m"}).get("optimiser.name"), "pesg");
  EXPECT_EQ(chosen({"objective.name=sopa"}).get("optimiser.name"), "adam");
  EXPECT_EQ(chosen({"objective.name=sopa", "optimiser.name=momentum"}).get("optimiser.name"), "momentum");
  EXPECT_THAT(refusal({"objective.name=sota", own, "optimiser.name=adam"}),
              HasSubstr("optimiser: sota needs proximal, got adam"));
  EXPECT_THAT(refusal({"objective.name=auc-m", "optimiser.name=momentum"}),
              HasSubstr("auc-m needs pesg, got momentum"));
}

TEST(Defaults, EveryMethodHasItsOwnLink) {
  for (const ObjectiveInfo& info : objective_registry()) {
    for (const char* model : {"mlp", "linear"}) {
      const Config config = chosen({"objective.name=" + info.name, joined("model.name=", model)});
      const auto option = std::find_if(info.options.begin(), info.options.end(),
                                       [](const FieldInfo& field) { return field.name == "link"; });
      std::string expected = option == info.options.end() ? "" : option->default_value;
      if (expected == "auto") expected = config.get("objective.surrogate") == "sigmoid" ? "raw" : "sigmoid";
      EXPECT_EQ(config.get("objective.link"), expected) << info.name << " " << model;
    }
  }
  EXPECT_EQ(chosen({"objective.name=svm-pauc"}).get("objective.link"), "raw");
  EXPECT_EQ(chosen({"objective.name=svm-pauc", "objective.link=sigmoid"}).get("objective.link"), "sigmoid");
}

// Only these go with one surrogate and not with another.
TEST(Defaults, ALinearModelKeepsTheBoundedLossUnlessAnotherIsMeant) {
  const auto surrogate = [](const std::string& name, const std::string& option) {
    return chosen({"objective.name=" + name, "model.name=linear", option}).get("objective.surrogate");
  };
  for (const char* name : {"sopa", "sota", "top-push"}) {
    EXPECT_EQ(surrogate(name, "objective.temperature=0.5"), "sigmoid") << name;
    EXPECT_EQ(surrogate(name, "objective.margin=0.5"), "squared-hinge") << name;
    EXPECT_EQ(surrogate(name, "objective.link=raw"), "squared-hinge") << name;
    EXPECT_EQ(surrogate(name, "objective.surrogate=logistic"), "logistic") << name;
  }
}

TEST(Defaults, ASearchBeginsWithANarrowSigmoid) {
  const auto temperature = [](const char* model, const std::string& option) {
    return chosen({"objective.name=sopa", joined("model.name=", model), option}).get("objective.temperature");
  };
  EXPECT_EQ(temperature("linear", "objective.fpr_max=0.1"), "0.03");
  EXPECT_EQ(temperature("linear", "objective.surrogate=sigmoid"), "0.03");
  EXPECT_EQ(temperature("linear", "objective.temperature=0.5"), "0.5");
  EXPECT_EQ(temperature("linear", "objective.surrogate=logistic"), "1");
  EXPECT_EQ(temperature("mlp", "objective.surrogate=sigmoid"), "0.3");
}

TEST(Defaults, TopPushIsSearchedWhateverItRemembers) {
  const Config usual = chosen({"objective.name=top-push", "model.name=linear"});
  const Config asked_for = chosen({"objective.name=top-push", "model.name=linear", "objective.recent=2048"});
  EXPECT_EQ(asked_for.get("optimiser.name"), "lbfgs");
  EXPECT_EQ(first_difference(asked_for, usual, {}), "");
}

// A run that is resumed with more epochs has done its pre-training already.
TEST(Defaults, MorePenaltiesLeaveThePretrainingOfALinearModelAlone) {
  const auto pretraining = [](const std::string& option) {
    return chosen({"objective.name=sopa", "model.name=linear", option}).get("trainer.pretrain_epochs");
  };
  EXPECT_EQ(pretraining("trainer.epochs=2"), "10");
  EXPECT_EQ(pretraining("trainer.epochs=6"), "10");
  EXPECT_EQ(pretraining("trainer.pretrain_epochs=3"), "3");
  EXPECT_EQ(pretraining("optimiser.weight_decay=0.1"), "1");  // one penalty is one fit
}

// Its weights vanish as the intercept falls: a search would end there.
TEST(Defaults, AwExpIsNotSearched) {
  EXPECT_EQ(chosen({"objective.name=aw-exp", "model.name=linear"}).get("optimiser.name"), "adam");
  EXPECT_THAT(refusal({"objective.name=aw-exp", "model.name=linear", "optimiser.name=lbfgs"}),
              HasSubstr("objective: expected one that lbfgs can minimise, got aw-exp"));
}

TEST(Defaults, WhatWasAskedForStays) {
  const Config question = asked({"objective.name=sopa-s", "sampler.batch_size=100", "optimiser.lr=0.5",
                                 "model.name=linear", "trainer.epochs=7", "trainer.patience=3", "data.bins=8",
                                 "objective.lambda=2", "optimiser.weight_decay=0.1", "trainer.lr_decay=2,4"});
  const Config config = resolved(question, kFacts);
  for (const auto& [key, value] : question.values()) EXPECT_EQ(config.get(key), value) << key;
  EXPECT_EQ(config.get("sampler.batch_positives"), "20");
  EXPECT_EQ(chosen({"objective.name=ce", "sampler.batch_size=100"}).get("sampler.batch_positives"), "0");
}

TEST(Defaults, AutoTriesCeThenSopaTwiceAndASoftMethod) {
  const auto one_way = tried({"target.fpr_max=0.05"});
  EXPECT_THAT(names_of(one_way), ElementsAre("ce", "sopa", "sopa-4x", "sopa-s"));
  EXPECT_EQ(one_way[0].config.get("trainer.init"), "");
  EXPECT_EQ(one_way[1].config.get("trainer.init"), "run/ce");
  EXPECT_EQ(one_way[1].config.get("objective.fpr_max"), "0.05");
  EXPECT_EQ(one_way[2].config.get("objective.fpr_max"), "0.2");
  EXPECT_EQ(one_way[3].config.get("objective.name"), "sopa-s");
  EXPECT_LT(number(one_way[1].config, "optimiser.lr"), number(one_way[0].config, "optimiser.lr"));
  EXPECT_THAT(names_of(tried({"target.tpr_min=0.6", "target.fpr_max=0.4"})),
              ElementsAre("ce", "sopa", "sopa-4x", "sota-s"));
  EXPECT_THAT(names_of(tried({"target.fpr_max=1"})), ElementsAre("ce", "sopa", "sopa-s"));
}

TEST(Defaults, AutosCandidatesLeaveOutOptionsThatTheyDoNotHave) {
  for (const Candidate& candidate : tried({"objective.lambda=0.5", "objective.margin=2"})) {
    const bool soft = candidate.name == "sopa-s";
    EXPECT_EQ(candidate.config.get("objective.lambda"), soft ? "0.5" : "") << candidate.name;
    const bool has_margin = candidate.name == "sopa" || soft;  // sopa-4x has the logistic loss
    EXPECT_EQ(candidate.config.get("objective.margin"), has_margin ? "2" : "") << candidate.name;
  }
}

TEST(Defaults, PretrainingIsCeOnBatchesAsTheyCome) {
  const Config config =
      chosen({"objective.name=sota", "objective.thresholds=own", "trainer.pretrain_epochs=4", "trainer.epochs=9"});
  const auto phases = phases_of(config);
  ASSERT_EQ(phases.size(), 2);
  EXPECT_EQ(phases[0].objective, "ce");
  EXPECT_EQ(phases[0].fit.phase, "pretrain");
  EXPECT_EQ(phases[0].fit.epochs, 4);
  EXPECT_EQ(phases[0].optimiser.name, OptimiserName::adam);
  EXPECT_EQ(phases[0].sampler.batch_positives, 0);
  EXPECT_FALSE(phases[0].fit.needs_both_classes);
  EXPECT_EQ(phases[1].objective, "sota");
  EXPECT_EQ(phases[1].fit.epochs, 9);
  EXPECT_NE(phases[0].fit.seed, phases[1].fit.seed);
}

TEST(Defaults, AreExplained) {
  const Config question = asked({"objective.name=sopa", "trainer.epochs=7", "target.fpr_max=0.05"});
  const auto lines = explained(question, {{"", resolved(question, kFacts)}}, kFacts);
  ASSERT_EQ(lines.size(), 3);
  EXPECT_THAT(lines[0], HasSubstr("mlp on 30 inputs"));
  EXPECT_THAT(lines[0], HasSubstr("8000 training rows, 400 of them positive"));
  EXPECT_THAT(lines[1], HasSubstr("training: 7 epochs of "));
  EXPECT_EQ(lines[2], "objective: sopa for FPR <= 0.05");
  const auto of_auto = explained({}, tried({}), kFacts);
  EXPECT_EQ(of_auto[2],
            "objective: auto for FPR <= 0.3: ce, and from its best epoch sopa, sopa-4x, sopa-s; validation decides "
            "(the default region; fpr_max sets another)");
}

TEST(Defaults, AreExplainedOfEachWayToTrain) {
  const auto training_of = [](const std::string& model) {
    const Config question = asked({"objective.name=ce", "model.name=" + model});
    return explained(question, {{"", resolved(question, kFacts)}}, kFacts)[1];
  };
  EXPECT_THAT(training_of("linear"), HasSubstr("training: lbfgs on all rows at once for each of "));
  EXPECT_THAT(training_of("trees"), testing::MatchesRegex("training: up to [0-9]+ rounds of one tree"));
  EXPECT_EQ(training_of("forest"), "training: all trees in one round");
}

TEST(Defaults, WhatAutosCandidatesHaveInCommonGivesTheSameCandidatesAgain) {
  const Config question = asked({"target.fpr_max=0.05", "trainer.seed=4"});
  const auto first = candidates_for(question, kFacts, "run/ce");
  const auto again = candidates_for(resolved_for_auto(question, kFacts), kFacts, "run/ce");
  ASSERT_EQ(names_of(first), names_of(again));
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first_difference(again[k].config, first[k].config, {}), "") << first[k].name;
  }
}

TEST(Defaults, MoleculesGoToAGraphNetwork) {
  const DataFacts molecules{5834, 248, 0, false, InputKind::molecule};
  const Config config = chosen({"objective.name=ce"}, molecules);
  EXPECT_EQ(config.get("model.name"), "gin");
  EXPECT_EQ(config.get("model.layers"), "5");
  EXPECT_EQ(config.get("sampler.batch_size"), "64");
  EXPECT_EQ(config.get("trainer.epochs"), "60");
  EXPECT_EQ(config.get("trainer.patience"), "15");
  EXPECT_EQ(number(config, "optimiser.lr"), 1e-3);
  for (const Candidate& candidate : tried({"target.fpr_max=0.1"}, molecules)) {
    EXPECT_EQ(candidate.config.get("model.dropout"), "0.5") << candidate.name;  // the network's own
  }
  EXPECT_THAT(explained(asked({}), tried({}, molecules), molecules)[0],
              HasSubstr("gin on molecules as graphs of atoms and bonds; 5834 of them for training, 248 positive"));
}

TEST(Defaults, GraphNetworksHavePatienceUnlessTheirEpochsAreGiven) {
  const DataFacts molecules{5834, 248, 0, false, InputKind::molecule};
  const auto patience = [&](const std::vector<std::string>& assignments) {
    return chosen(assignments, molecules).get("trainer.patience");
  };
  EXPECT_EQ(patience({"objective.name=ce", "model.name=dmpnn"}), "15");
  EXPECT_EQ(patience({"objective.name=ce", "trainer.epochs=60"}), "0");
  EXPECT_EQ(patience({"objective.name=ce", "trainer.patience=4"}), "4");
  EXPECT_EQ(chosen({"objective.name=ce"}).get("trainer.patience"), "0");
}

TEST(Defaults, PatienceMakesATrainingDependOnItsTarget) {
  EXPECT_TRUE(depends_on_target(asked({"objective.name=ce", "model.name=gin"})));
  EXPECT_FALSE(depends_on_target(asked({"objective.name=ce", "model.name=gin", "trainer.epochs=60"})));
  EXPECT_FALSE(depends_on_target(asked({"objective.name=ce", "model.name=gin", "trainer.patience=0"})));
  EXPECT_FALSE(depends_on_target(asked({"objective.name=ce", "model.name=mlp"})));
}

DataFacts images_of(const ImageSize& size) { return {24000, 4000, 0, false, InputKind::image, size}; }

TEST(Defaults, ImagesGoToAResidualNetworkOfTheirSize) {
  EXPECT_EQ(resolved_for_auto(asked({}), images_of({3, 32, 32})).get("model.name"), "resnet20");
  EXPECT_EQ(resolved_for_auto(asked({}), images_of({1, 64, 28})).get("model.name"), "resnet20");
  EXPECT_EQ(resolved_for_auto(asked({}), images_of({3, 65, 64})).get("model.name"), "resnet18");
  EXPECT_EQ(resolved_for_auto(asked({}), images_of({3, 64, 224})).get("model.name"), "resnet18");
}

TEST(Defaults, ATrainedNetworkOnImagesIsTunedByTheSigmoidWithOwnThresholds) {
  const DataFacts images = images_of({3, 32, 32});
  const auto sopa = [&](std::vector<std::string> more, const DataFacts& facts) {
    more.insert(more.end(), {"objective.name=sopa", "model.name=mlp"});  // any will do
    const Config config = chosen(more, facts);
    return joined(config.get("objective.surrogate"), " ", config.get("objective.thresholds"), " ",
                  config.get("objective.link"));
  };
  EXPECT_EQ(sopa({"trainer.init=run"}, images), "sigmoid own raw");
  EXPECT_EQ(sopa({"trainer.init=run", "objective.thresholds=shared"}, images), "sigmoid shared raw");
  for (const char* other : {"objective.surrogate=squared-hinge", "objective.link=sigmoid", "objective.margin=0.5"}) {
    EXPECT_EQ(sopa({"trainer.init=run", other}, images), "squared-hinge shared sigmoid") << other;
  }
  EXPECT_EQ(sopa({}, images), "squared-hinge shared sigmoid");
  EXPECT_EQ(sopa({"trainer.init=run", "trainer.init_last_layer=drawn"}, images), "squared-hinge shared sigmoid");
  EXPECT_EQ(sopa({"trainer.init=weights.safetensors"}, images), "squared-hinge shared sigmoid");
  EXPECT_EQ(sopa({"trainer.init=run"}, kFacts), "squared-hinge shared sigmoid");
}

TEST(Defaults, ATrainedNetworkOnMoleculesIsTunedByTheSigmoidAtAVeryLowRate) {
  DataFacts molecules = kFacts;
  molecules.input = InputKind::molecule;
  const auto surrogate = [&](const std::string& rate, const char* init) {
    return chosen({"objective.name=sopa", "model.name=gin", "target.fpr_max=" + rate, init}, molecules)
        .get("objective.surrogate");
  };
  EXPECT_EQ(surrogate("0.01", "trainer.init=run"), "sigmoid");
  EXPECT_EQ(surrogate("0.02", "trainer.init=run"), "sigmoid");
  EXPECT_EQ(surrogate("0.05", "trainer.init=run"), "squared-hinge");
  EXPECT_EQ(surrogate("0.01", "trainer.init="), "squared-hinge");
}

TEST(Defaults, ImagesAreTrainedInSmallBatchesWithWeightDecay) {
  const DataFacts small = images_of({3, 32, 32}), large = images_of({3, 224, 224});
  const std::string model = "model.name=mlp";  // any will do
  const Config ce = chosen({"objective.name=ce", model}, small);
  EXPECT_EQ(ce.get("sampler.batch_size"), "128");
  EXPECT_EQ(ce.get("trainer.epochs"), "30");
  EXPECT_EQ(ce.get("trainer.lr_decay"), "cosine");
  EXPECT_EQ(number(ce, "optimiser.lr"), 1e-3);
  EXPECT_EQ(number(ce, "optimiser.weight_decay"), 2e-4);
  EXPECT_EQ(chosen({"objective.name=ce", model}, large).get("sampler.batch_size"), "64");
  for (const char* target : {"target.fpr_max=0.3", "target.fpr_max=0.001"}) {
    const Config sopa = chosen({"objective.name=sopa", model, target}, small);
    EXPECT_EQ(sopa.get("sampler.batch_size"), "128") << target;
    EXPECT_EQ(sopa.get("sampler.batch_positives"), "25") << target;
    EXPECT_EQ(chosen({"objective.name=sopa", model, target}, large).get("sampler.batch_size"), "65");
  }
  EXPECT_EQ(number(chosen({"objective.name=sota", "objective.thresholds=own", model}, small), "optimiser.weight_decay"),
            0);
}

TEST(Defaults, WeightsLearntElsewhereHaveTheUsualWayToGo) {
  const auto epochs = [](const std::string& init) {
    return chosen({"objective.name=ce", "model.name=mlp", "trainer.init=" + init}, images_of({3, 32, 32}))
        .get("trainer.epochs");
  };
  EXPECT_EQ(epochs("imagenet.safetensors"), "30");
  EXPECT_EQ(epochs("run"), "3");
}

TEST(Defaults, AugmentationIsWrittenDownForImagesAndRefusedForOthers) {
  const Config config = resolved_for_auto(asked({"data.crop_pad=2"}), images_of({3, 32, 32}));
  EXPECT_EQ(config.get("data.augment"), "crop,flip");
  EXPECT_EQ(config.get("data.crop_pad"), "2");
  EXPECT_FALSE(chosen({"objective.name=ce"}).has("data.augment"));
  EXPECT_THAT(refusal({"objective.name=ce", "data.augment=flip"}),
              HasSubstr("data.augment: expected images, got table data"));
}

TEST(Defaults, WhatIsDoneWithImagesIsSaid) {
  const DataFacts images = images_of({3, 32, 32});
  EXPECT_THAT(explained(asked({}), tried({"model.name=mlp"}, images), images)[0],
              HasSubstr("mlp on images of 3x32x32; 24000 of them for training, 4000 positive"));
}

}  // namespace
}  // namespace pauc
