// No NaN and no infinity leaves an objective, whatever the scores and options.
#include <ATen/Functions.h>

#include <cmath>

#include "pauc/core/error.h"
#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

constexpr int kCases = 100000;
constexpr std::int64_t kSlots = 700;

double log_uniform(Random& random, double low, double high) {
  return std::exp(std::log(low) + random.uniform() * std::log(high / low));
}

template <class Choices>
auto one_of(Random& random, const Choices& choices) {
  return choices[random.below(static_cast<std::uint32_t>(std::size(choices)))];
}

// Some methods take one link only, or only surrogates that fall with the gap.
bool takes(const ObjectiveInfo& info, Settings settings, const std::pair<std::string, std::string>& setting) {
  settings.push_back(setting);
  try {
    make_objective(info.name, settings, 0);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

Settings random_settings(Random& random, const ObjectiveInfo& info) {
  const char* const links[] = {"sigmoid", "raw"};
  const char* const thresholds[] = {"shared", "own"};
  // The hinges most often: the others take every pair.
  const char* const surrogates[] = {"squared-hinge", "squared-hinge", "squared-hinge", "hinge",
                                    "hinge",         "logistic",      "squared",       "sigmoid"};
  Settings settings;
  for (const FieldInfo& option : info.options) {
    const auto set = [&](const std::string& value) { settings.emplace_back(option.name, value); };
    const auto set_if_taken = [&](const std::string& value) {
      if (takes(info, settings, {option.name, value})) set(value);
    };
    if (option.name == "link") set_if_taken(one_of(random, links));
    if (option.name == "surrogate") set_if_taken(one_of(random, surrogates));
    if (option.name == "lambda" || option.name == "lambda2") set(joined(log_uniform(random, 1e-3, 1e3)));
    if (option.name == "fpr_max") set(joined(log_uniform(random, 1e-3, 1)));
    if (option.name == "hard_share") set(joined(log_uniform(random, 1e-2, 1e2)));
    if (option.name == "hard_weight") set(joined(1 + log_uniform(random, 1e-3, 1e3)));
    if (option.name == "fpr_min" && random.below(3) == 0) set("0.0009");
    if (option.name == "gamma0" || option.name == "gamma1") set(joined(log_uniform(random, 0.01, 1)));
    if (option.name == "power") set(joined(2 * (1 + static_cast<int>(random.below(3)))));
    if (option.name == "thresholds") set(one_of(random, thresholds));
    if (option.name == "recent") set(joined(static_cast<int>(1 + random.below(100))));
    if (option.name == "top_negatives") set(joined(log_uniform(random, 1e-3, 1)));
    if (option.name == "threshold_lr" && random.below(2) == 0) set(joined(log_uniform(random, 1e-2, 10)));
    const bool is_step = option.name == "weight_step" || option.name == "threshold_step" || option.name == "level_step";
    if (is_step && random.below(3) == 0) set(joined(log_uniform(random, 1e-3, 10)));
    if (option.name == "threshold_start" && random.below(3) == 0) set("one");
    if (option.name == "sharpness") set(joined(log_uniform(random, 1e-2, 1e4)));
    if (option.name == "variable_lr") set(joined(log_uniform(random, 1e-2, 1e4)));
    if (option.name == "tpr_min" && random.below(2) == 0) set(joined(0.99 * random.uniform()));
  }
  return settings;
}

void expect_finite_steps(Objective objective, const test::ClassScores& scores) {
  objective.begin_stage(0.1);
  const auto leaf = test::leaf_batch(scores, at::kFloat);
  for (int step = 0; step < 2; ++step) {
    leaf.scores.mutable_grad().reset();
    const Loss loss = objective(leaf.batch);
    loss.differentiable.backward();
    EXPECT_TRUE(std::isfinite(loss.value) && std::isfinite(loss.differentiable.item<double>()));
    EXPECT_TRUE(leaf.scores.grad().isfinite().all().item<bool>());
  }
  for (const auto& [name, tensor] : objective.state.tensors()) {
    EXPECT_TRUE(at::isfinite(tensor).all().item<bool>()) << name;
  }
}

TEST(Objectives, NeverReturnNanOrInfinity) {
  Random random(51);
  const auto& registry = objective_registry();
  for (int round = 0; round < kCases; ++round) {
    const ObjectiveInfo& info = registry[random.below(static_cast<std::uint32_t>(registry.size()))];
    const Settings settings = random_settings(random, info);
    const double largest = info.name == "p-push" ? 100 : 1e4;
    const double scale = log_uniform(random, 1e-3, largest);
    const auto size = [&] { return static_cast<std::int64_t>(log_uniform(random, 1, 300)); };
    test::ClassScores scores = test::random_class_scores(random, size(), size(), scale / 3, 4 * random.uniform() - 2,
                                                         random.below(10) == 0 ? scale / 4 : 0);
    for (auto* side : {&scores.positives, &scores.negatives}) {
      for (double& score : *side) score = std::min(largest, std::max(-largest, score));
    }
    const Route route = random.below(20) == 0 ? Route::tensors : Route::kernels;
    std::string text;
    for (const auto& [name, value] : settings) text += name + "=" + value + " ";
    SCOPED_TRACE(joined("round ", round, ": ", info.name, " ", text, "scale ", scale));
    ASSERT_NO_THROW(expect_finite_steps(make_objective(info.name, settings, kSlots, route), scores));
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace pauc
