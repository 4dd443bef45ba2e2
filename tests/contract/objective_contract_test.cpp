// Every row of the objectives' registry is held to the laws that it lists.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "contract/definitions.h"
#include "contract/steps.h"
#include "pauc/core/error.h"
#include "support/accepts.h"

namespace pauc {
namespace {

using test::accepts;
using test::ClassScores;
using test::expect_close;
using test::expect_same_state;
using test::make_ready;
using test::Outcome;
using test::outcome_of;
using test::some_batches;

Settings joined_settings(Settings first, const Settings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The forms of a method with every link and surrogate that it takes.
std::vector<Settings> variants_of(const ObjectiveInfo& info) {
  std::vector<Settings> variants;
  for (const Settings& form : info.forms) {
    for (const char* link : {"sigmoid", "raw"}) {
      for (const char* surrogate : {"squared-hinge", "hinge", "logistic", "squared", "sigmoid"}) {
        Settings settings = form;
        if (has_option(info, "link")) settings.emplace_back("link", link);
        if (has_option(info, "surrogate")) settings.emplace_back("surrogate", surrogate);
        const bool known = std::find(variants.begin(), variants.end(), settings) != variants.end();
        if (!known && accepts(info, settings)) variants.push_back(settings);
      }
    }
  }
  return variants;
}

std::string text_of(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += name + "=" + value + " ";
  return text;
}

void full_batch_is_exact(const ObjectiveInfo& info) {
  Random random(11);
  for (const Settings& settings : variants_of(info)) {
    SCOPED_TRACE(text_of(settings));
    const ClassScores scores = test::random_class_scores(random, 10, 20);
    Objective objective = make_ready(info.name, settings, scores.size());
    test::settle(info.name, objective, settings, scores);
    const State before = objective.state;
    const Outcome found = outcome_of(objective, scores);
    const auto exact = test::defined_objective(info.name, settings, before, scores);
    ASSERT_NO_FATAL_FAILURE(expect_close(found.gradient, exact.gradient, 1e-12));
  }
}

void value_is_objective(const ObjectiveInfo& info) {
  Random random(12);
  for (const Settings& settings : variants_of(info)) {
    SCOPED_TRACE(text_of(settings));
    const ClassScores scores = test::random_class_scores(random, 10, 20);
    Objective objective = make_ready(info.name, settings, scores.size());
    test::settle(info.name, objective, settings, scores);
    const auto exact = test::defined_objective(info.name, settings, objective.state, scores);
    ASSERT_NEAR(outcome_of(objective, scores).value, exact.value, 1e-12 * (1 + std::abs(exact.value)));
  }
}

// Recent scores move with a shift and stand in the order in which they came; the steps show whether they are right.
State without_recent_scores(const State& state) {
  State rest;
  for (const auto& [name, tensor] : state.tensors()) {
    if (name.rfind("recent_", 0) == 0) continue;
    rest.add_slots(name.c_str(), tensor.numel());
    std::copy_n(tensor.to(at::kDouble).contiguous().data_ptr<double>(), tensor.numel(), rest.doubles(name));
  }
  return rest;
}

void ignores_shifts(const ObjectiveInfo& info) {
  for (const Settings& settings : variants_of(info)) {
    if (test::text_setting(settings, "link", "") != "raw") continue;
    SCOPED_TRACE(text_of(settings));
    Random first(13);
    Random second(13);
    Objective one = make_ready(info.name, settings, 40);
    Objective other = make_ready(info.name, settings, 40);
    const auto shifted = some_batches(second, 40, 3.25);
    std::size_t b = 0;
    for (const auto& leaf : some_batches(first, 40)) {
      ASSERT_NO_FATAL_FAILURE(expect_close(outcome_of(other, shifted[b++]), outcome_of(one, leaf), 1e-11));
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_same_state(without_recent_scores(other.state), without_recent_scores(one.state), 1e-11));
  }
}

void ignores_order(const ObjectiveInfo& info) {
  for (const Settings& settings : variants_of(info)) {
    SCOPED_TRACE(text_of(settings));
    Random random(14);
    Objective one = make_ready(info.name, settings, 40);
    Objective other = make_ready(info.name, settings, 40);
    for (const auto& leaf : some_batches(random, 40)) {
      const at::Tensor order = at::randperm(leaf.scores.numel(), at::kLong);
      test::LeafBatch mixed;
      mixed.scores = leaf.scores.detach().index_select(0, order).set_requires_grad(true);
      mixed.batch = make_scored_batch(mixed.scores, leaf.batch.labels.index_select(0, order),
                                      leaf.batch.slots.index_select(0, order));
      const Outcome expected = outcome_of(one, leaf);
      Outcome found = outcome_of(other, mixed);
      std::vector<double> in_order(found.gradient.size());
      for (std::size_t k = 0; k < in_order.size(); ++k) in_order[order.data_ptr<std::int64_t>()[k]] = found.gradient[k];
      found.gradient = in_order;
      ASSERT_NO_FATAL_FAILURE(expect_close(found, expected, 1e-12));
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_same_state(without_recent_scores(other.state), without_recent_scores(one.state), 1e-12));
  }
}

void whole_region_is_auc(const ObjectiveInfo& info) {
  Random random(15);
  for (const char* link : {"sigmoid", "raw"}) {
    const ClassScores scores = test::random_class_scores(random, 12, 17);
    Objective objective =
        make_ready(info.name, joined_settings(info.whole_region.settings, {{"link", link}}), scores.size());
    Objective auc = make_objective("auc-sh", {{"link", link}}, 0);
    expect_close(outcome_of(objective, scores).gradient, outcome_of(auc, scores).gradient, info.whole_region.relative);
  }
}

void smallest_region_is_top(const ObjectiveInfo& info) {
  ClassScores scores;
  for (int i = 0; i < 6; ++i) scores.positives.push_back(0.3 * i);
  for (int j = 0; j < 20; ++j) scores.negatives.push_back(0.21 * ((j * 7) % 20) - 2);
  Objective objective =
      make_ready(info.name, joined_settings(info.smallest_region.settings, {{"link", "raw"}}), scores.size());
  // The infinite push: the mean over the positives of the loss against the highest negative.
  const auto highest = std::max_element(scores.negatives.begin(), scores.negatives.end());
  std::vector<double> expected(scores.positives.size() + scores.negatives.size());
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    const double slope = 2 * std::max(0.0, 1 - scores.positives[i] + *highest) / 6;
    expected[i] = -slope;
    expected[scores.positives.size() + static_cast<std::size_t>(highest - scores.negatives.begin())] += slope;
  }
  expect_close(outcome_of(objective, scores).gradient, expected, info.smallest_region.relative);
}

void rests_beyond_margin(const ObjectiveInfo& info) {
  const ClassScores apart = {{9, 11, 12}, {-9, -8, -10, -20}};
  for (const char* surrogate : {"squared-hinge", "hinge"}) {
    for (const char* link : {"sigmoid", "raw"}) {
      const Settings settings = {{"surrogate", surrogate}, {"link", link}, {"margin", "0.5"}};
      if (!accepts(info, settings)) continue;
      Objective objective = make_ready(info.name, settings, 7);
      for (int step = 0; step < 3; ++step) {
        for (const double slope : outcome_of(objective, apart).gradient) ASSERT_EQ(slope, 0) << text_of(settings);
      }
    }
  }
}

void routes_agree(const ObjectiveInfo& info) {
  for (const auto type : {at::kDouble, at::kFloat}) {
    const double relative = type == at::kDouble ? 1e-11 : 2e-4;
    for (const Settings& settings : variants_of(info)) {
      SCOPED_TRACE(text_of(settings) + c10::toString(type));
      Random random(16);
      Objective kernels = make_ready(info.name, settings, 40, Route::kernels);
      Objective tensors = make_ready(info.name, settings, 40, Route::tensors);
      for (const auto& leaf : some_batches(random, 40, 0, type)) {
        test::LeafBatch copy = leaf;
        copy.scores = leaf.scores.detach().clone().set_requires_grad(true);
        copy.batch.scores = copy.scores;
        ASSERT_NO_FATAL_FAILURE(expect_close(outcome_of(tensors, copy), outcome_of(kernels, leaf), relative));
      }
      ASSERT_NO_FATAL_FAILURE(expect_same_state(tensors.state, kernels.state, relative));
    }
  }
}

// Rounded scores have gaps of exactly the margin: there both routes give the hinge the slope 0.
void routes_agree_at_kinks(const ObjectiveInfo& info) {
  for (const Settings& form : info.forms) {
    const Settings settings = joined_settings(form, {{"surrogate", "hinge"}, {"link", "raw"}});
    if (!accepts(info, settings)) continue;
    SCOPED_TRACE(text_of(settings));
    Random random(17);
    ClassScores scores = test::random_class_scores(random, 10, 20);
    for (auto* side : {&scores.positives, &scores.negatives}) {
      for (double& score : *side) score = std::round(score);
    }
    Objective kernels = make_ready(info.name, settings, scores.size(), Route::kernels);
    Objective tensors = make_ready(info.name, settings, scores.size(), Route::tensors);
    ASSERT_NO_FATAL_FAILURE(expect_close(outcome_of(tensors, scores), outcome_of(kernels, scores), 1e-11));
  }
}

void needs_both_classes(const ObjectiveInfo& info) {
  Objective objective = make_ready(info.name, {}, 8);
  objective(test::batch_of({{0.1, 0.2}, {0.3, 0.4}}));
  const State before = objective.state;
  for (const ClassScores& lacking : {ClassScores{{1, 2}, {}}, ClassScores{{}, {1, 2}}}) {
    try {
      objective(test::batch_of(lacking));
      FAIL() << "took a batch of one class";
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("expected at least one"));
    }
  }
  expect_same_state(objective.state, before, 0);
}

// Two rows of one slot leave the mean of what they leave as two slots: of the values, or of what the logs stand for.
void averages_repeats(const ObjectiveInfo& info) {
  const ClassScores scores = {{0.3, -0.8, 0.5}, {0.1, 0.9, -0.4, 0.2}};
  const test::LeafBatch apart = test::leaf_batch(scores);
  const at::Tensor slots = at::tensor({0, 0, 2, 3, 3, 5, 6}, at::kLong);
  const Settings& settings = info.forms.front();
  const int first = info.remembers == Remembered::positives ? 0 : 3;  // of the two rows that share a slot
  const double lambda = test::setting(settings, "lambda", 1);
  Objective one = make_ready(info.name, settings, 8);
  Objective other = make_ready(info.name, settings, 8);
  one(apart.batch);
  other(make_scored_batch(apart.scores, apart.batch.labels, slots));
  for (const auto& [name, tensor] : one.state.tensors()) {
    if (tensor.dim() == 0 || name == "visited" || name == "steps_made" || name == "threshold_start") continue;
    SCOPED_TRACE(name);
    const auto separate = test::values_of(tensor);
    const auto shared = test::values_of(other.state.tensors().at(name));
    const auto log_of_mean = [&](double a, double b) {  // of what lambda log u stands for
      return lambda * std::log((std::exp(a / lambda) + std::exp(b / lambda)) / 2);
    };
    const double mean = name == "log_u" ? log_of_mean(separate[first], separate[first + 1])
                                        : (separate[first] + separate[first + 1]) / 2;
    EXPECT_NE(separate[first], separate[first + 1]);
    EXPECT_NEAR(shared[first], mean, 1e-12);
    EXPECT_NEAR(shared[2], separate[2], 1e-12);
  }
}

const std::map<Law, std::pair<const char*, void (*)(const ObjectiveInfo&)>>& laws() {
  static const std::map<Law, std::pair<const char*, void (*)(const ObjectiveInfo&)>> kLaws = {
      {Law::full_batch_is_exact, {"full batch is exact", full_batch_is_exact}},
      {Law::value_is_objective, {"value is the objective", value_is_objective}},
      {Law::ignores_shifts, {"ignores shifts", ignores_shifts}},
      {Law::ignores_order, {"ignores order", ignores_order}},
      {Law::whole_region_is_auc, {"whole region is AUC", whole_region_is_auc}},
      {Law::smallest_region_is_top, {"smallest region is the infinite push", smallest_region_is_top}},
      {Law::rests_beyond_margin, {"rests beyond the margin", rests_beyond_margin}},
      {Law::routes_agree, {"routes agree", routes_agree}},
      {Law::needs_both_classes, {"needs both classes", needs_both_classes}},
      {Law::averages_repeats, {"averages repeats", averages_repeats}}};
  return kLaws;
}

TEST(ObjectiveContract, EveryObjectiveObeysItsLaws) {
  for (const auto& info : objective_registry()) {
    EXPECT_FALSE(info.laws.empty()) << info.name;
    for (const Law law : info.laws) {
      SCOPED_TRACE(info.name + ": " + laws().at(law).first);
      laws().at(law).second(info);
    }
  }
}

TEST(ObjectiveContract, RoutesAgreeWhereAHingeHasItsKink) {
  for (const auto& info : objective_registry()) {
    SCOPED_TRACE(info.name);
    routes_agree_at_kinks(info);
  }
}

}  // namespace
}  // namespace pauc
