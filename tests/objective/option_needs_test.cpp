// An option that has no effect is refused, so the registry must know which ones have none, and when.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <sstream>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"
#include "support/accepts.h"
#include "support/batches.h"

namespace pauc {
namespace {

using test::accepts;
using test::ClassScores;

bool is_given(const Settings& settings, const std::string& name) {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) { return setting.first == name; });
}

Settings with(Settings settings, const std::string& name, const std::string& value) {
  settings.emplace_back(name, value);
  return settings;
}

// Values of an option other than its default.
std::vector<std::string> other_values(const FieldInfo& option) {
  std::vector<std::string> values;
  if (option.type.find('|') != std::string::npos) {
    std::istringstream choices(option.type);
    for (std::string choice; std::getline(choices, choice, '|');) {
      if (choice != option.default_value) values.push_back(choice);
    }
    return values;
  }
  const double usual = parse_number(option.default_value).value_or(0);
  if (option.name == "recent") return {"3"};
  if (usual == 0) return {"0.2"};
  return {joined(usual / 2), joined(1.5 * usual)};
}

// Values and gradients of two stages of steps on some batches, the same for all settings.
std::vector<double> steps_of(const ObjectiveInfo& info, const Settings& settings) {
  constexpr std::int64_t kExamples = 40;
  Random random(3);
  Objective objective = make_objective(info.name, settings, kExamples);
  std::vector<double> numbers;
  for (int stage = 0; stage < 2; ++stage) {
    objective.begin_stage(0.01);
    for (int batch = 0; batch < 3; ++batch) {
      const ClassScores scores = test::random_class_scores(random, 6, 11);
      const test::LeafBatch leaf = test::leaf_batch(scores);
      const at::Tensor slots = (at::arange(scores.size(), at::kLong) + batch) * 2 + 1 - leaf.batch.labels;
      const Loss loss = objective(make_scored_batch(leaf.scores, leaf.batch.labels, slots));
      loss.differentiable.backward();
      numbers.push_back(loss.value);
      for (const double slope : test::values_of(leaf.scores.grad())) numbers.push_back(slope);
    }
  }
  return numbers;
}

// The forms of a method, and each of them with one option changed.
std::vector<Settings> variants_of(const ObjectiveInfo& info) {
  std::vector<Settings> variants = info.forms;
  variants.emplace_back();
  for (std::size_t k = variants.size(); k-- > 0;) {
    for (const FieldInfo& option : info.options) {
      if (is_given(variants[k], option.name)) continue;
      for (const std::string& value : other_values(option)) {
        const Settings variant = with(variants[k], option.name, value);
        if (accepts(info, variant)) variants.push_back(variant);
      }
    }
  }
  return variants;
}

TEST(OptionNeeds, AnOptionIsIdleExactlyWhereNoValueOfItHasAnEffect) {
  int idle_cases = 0;
  for (const ObjectiveInfo& info : objective_registry()) {
    for (const Settings& variant : variants_of(info)) {
      std::string text = info.name;
      for (const auto& [name, value] : variant) text += joined(" ", name, "=", value);
      const std::vector<double> usual = steps_of(info, variant);
      for (const FieldInfo& option : info.options) {
        if (is_given(variant, option.name)) continue;
        bool refused = false;
        bool has_effect = false;
        bool idle = true;
        for (const std::string& value : other_values(option)) {
          const Settings changed = with(variant, option.name, value);
          refused = refused || !accepts(info, changed);
          if (!accepts(info, changed)) continue;
          has_effect = has_effect || steps_of(info, changed) != usual;
          const auto without_effect = idle_options(info, changed);
          idle = std::any_of(without_effect.begin(), without_effect.end(),
                             [&](const IdleOption& one) { return one.name == option.name; });
        }
        if (refused && !has_effect) continue;  // a value that is refused says nothing
        EXPECT_EQ(idle, !has_effect) << text << ": " << option.name;
        idle_cases += idle ? 1 : 0;
      }
    }
  }
  EXPECT_GT(idle_cases, 100);
}

TEST(OptionNeeds, NameOptionsThatExist) {
  for (const ObjectiveInfo& info : objective_registry()) {
    for (const OptionNeed& need : info.needs) {
      EXPECT_TRUE(has_option(info, need.option)) << info.name << " " << need.option;
      for (const auto& condition : need.any_of) {
        EXPECT_TRUE(has_option(info, condition.other)) << info.name << " " << condition.other;
      }
    }
  }
}

TEST(OptionNeeds, SayWhatIsMissing) {
  const auto reasons = [](const char* name, const Settings& settings) {
    std::vector<std::string> texts;
    for (const IdleOption& idle : idle_options(*find_objective(name), settings)) texts.push_back(idle.reason);
    return texts;
  };
  EXPECT_THAT(
      reasons("sopa", {{"threshold_lr", "2"}, {"temperature", "0.5"}, {"margin", "2"}}),
      testing::UnorderedElementsAre(
          "threshold_lr: expected thresholds own, got shared, with which it has no effect",
          "temperature: expected surrogate logistic or sigmoid, got squared-hinge, with which it has no effect"));
  EXPECT_THAT(reasons("sopa", {{"thresholds", "own"}, {"threshold_step", "0.1"}, {"threshold_lr", "2"}}),
              testing::ElementsAre("threshold_lr: expected threshold_step 0, got 0.1, with which it has no effect"));
  EXPECT_THAT(reasons("sopa", {{"thresholds", "own"}, {"threshold_step", "0.0"}, {"threshold_lr", "2"}}),
              testing::IsEmpty());
  EXPECT_THAT(
      reasons("mb", {{"bottom_positives", "0.2"}}),
      testing::ElementsAre("bottom_positives: expected tpr_min other than 0, got 0, with which it has no effect"));
  EXPECT_THAT(reasons("staco", {{"weight_step", "0.1"}}),
              testing::ElementsAre("weight_step: expected tpr_min other than 0 or threshold_start one, got 0 and "
                                   "quantile, with which it has no effect"));
  EXPECT_THAT(reasons("sopa-s", {{"lambda", "auto"}, {"temperature", "2"}, {"surrogate", "logistic"}}),
              testing::IsEmpty());
}

}  // namespace
}  // namespace pauc
