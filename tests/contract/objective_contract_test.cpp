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

namespace pauc {
namespace {

using test::ClassScores;
using test::expect_close;
using test::expect_same_state;
using test::make_ready;
using test::Outcome;
using test::outcome_of;
using test::some_batches;

bool accepts(const ObjectiveInfo& info, const Settings& settings) {
  try {
    make_objective(info.name, settings, 4);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

Settings joined_settings(Settings first, const Settings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// The forms of a method that differ in kind, with what makes them exact on a full batch.
const std::vector<Settings>& forms_of(const std::string& name) {
  static const std::map<std::string, std::vector<Settings>> kForms = {
      {"sopa", {{{"fpr_max", "0.3"}}, {{"fpr_max", "0.05"}}, {{"fpr_min", "0.1"}, {"fpr_max", "0.5"}}}},
      {"sopa-s", {{{"gamma0", "1"}}, {{"gamma0", "1"}, {"lambda", "0.1"}}, {{"lambda", "10"}}}},
      {"sota", {{{"tpr_min", "0.6"}, {"fpr_max", "0.4"}}, {{"tpr_min", "0.5"}, {"fpr_max", "0.5"}}}},
      {"sota-s", {{{"gamma0", "1"}, {"gamma1", "1"}, {"lambda", "0.1"}, {"lambda2", "10"}}, {{"lambda2", "0.1"}}}},
      {"p-push", {{{"power", "2"}}, {{"power", "4"}}, {{"power", "6"}, {"gamma0", "1"}}}},
      {"mb",
       {{{"top_negatives", "0.3"}},
        {{"top_negatives", "0.33"}, {"bottom_positives", "0.45"}, {"tpr_min", "0.5"}},
        {{"top_negatives", "0.01"}}}},
      {"aw-poly", {{{"gamma", "34"}}, {{"gamma", "11"}, {"tpr_min", "0.5"}}, {{"gamma", "101"}, {"tpr_min", "0.5"}}}}};
  static const std::vector<Settings> kPlain = {{}};
  const auto found = kForms.find(name);
  return found == kForms.end() ? kPlain : found->second;
}

// Those forms with every link and surrogate that the method takes.
std::vector<Settings> variants_of(const ObjectiveInfo& info) {
  std::vector<Settings> variants;
  for (const Settings& form : forms_of(info.name)) {
    for (const char* link : {"sigmoid", "raw"}) {
      for (const char* surrogate : {"squared-hinge", "hinge", "logistic", "squared"}) {
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

// sota's weights find their best values only in the long run: put them there, on the hardest positives.
void settle_sota(Objective& objective, const Settings& settings, const ClassScores& scores) {
  State first = objective.state;
  objective(test::batch_of(scores));
  const at::Tensor thresholds = objective.state.tensors().at("threshold_start").clone();
  objective.state.restore(first.tensors());
  const double share = 1 - test::setting(settings, "tpr_min", 0);
  const auto kept = std::llround(share * static_cast<double>(scores.positives.size()));
  std::vector<std::size_t> order(scores.positives.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return scores.positives[a] < scores.positives[b]; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    objective.state.doubles("weight")[order[k]] = static_cast<std::int64_t>(k) < kept ? 1 : 0;
    objective.state.flags("visited")[order[k]] = 1;
    objective.state.doubles("threshold")[order[k]] = thresholds.data_ptr<double>()[order[k]];
    objective.state.doubles("threshold_start")[order[k]] = thresholds.data_ptr<double>()[order[k]];
  }
  objective.state.set_number("started", 1);
}

void full_batch_is_exact(const ObjectiveInfo& info) {
  Random random(11);
  for (const Settings& settings : variants_of(info)) {
    SCOPED_TRACE(text_of(settings));
    const ClassScores scores = test::random_class_scores(random, 10, 20);
    Objective objective = make_ready(info.name, settings, scores.size());
    if (info.name == "sota") settle_sota(objective, settings, scores);
    const State before = objective.state;
    const Outcome found = outcome_of(objective, scores);
    const auto exact = test::defined_objective(info.name, settings, before, scores);
    ASSERT_NO_FATAL_FAILURE(expect_close(found.gradient, exact.gradient, 1e-12));
  }
}

// auc-m reports its value at the best a, b and q of the batch, and steps at those that it has.
State at_best_variables(State state, const Settings& settings, const ClassScores& scores) {
  const auto mean = [&](const std::vector<double>& side) {
    double sum = 0;
    for (const double score : side) {
      sum += test::text_setting(settings, "link", "sigmoid") == "raw" ? score : 1 / (1 + std::exp(-score));
    }
    return sum / static_cast<double>(side.size());
  };
  state.set_number("a", mean(scores.positives));
  state.set_number("b", mean(scores.negatives));
  state.set_number("q", std::max(0.0, 1 + mean(scores.negatives) - mean(scores.positives)));
  return state;
}

void value_is_objective(const ObjectiveInfo& info) {
  Random random(12);
  for (const Settings& settings : variants_of(info)) {
    SCOPED_TRACE(text_of(settings));
    const ClassScores scores = test::random_class_scores(random, 10, 20);
    Objective objective = make_ready(info.name, settings, scores.size());
    const State before = objective.state;
    const State best = info.name == "auc-m" ? at_best_variables(before, settings, scores) : before;
    const auto exact = test::defined_objective(info.name, settings, best, scores);
    ASSERT_NEAR(outcome_of(objective, scores).value, exact.value, 1e-12 * (1 + std::abs(exact.value)));
  }
}

void ignores_shifts(const ObjectiveInfo& info) {
  for (const Settings& form : forms_of(info.name)) {
    const Settings settings = joined_settings(form, {{"link", "raw"}});
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
    ASSERT_NO_FATAL_FAILURE(expect_same_state(other.state, one.state, 1e-11));
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
    ASSERT_NO_FATAL_FAILURE(expect_same_state(other.state, one.state, 1e-12));
  }
}

// The settings of the widest and of the narrowest region, and how near they must come.
struct Extreme {
  Settings settings;
  double relative = 1e-12;
};

void whole_region_is_auc(const ObjectiveInfo& info) {
  const std::map<std::string, Extreme> widest = {{"sopa", {{{"fpr_max", "1"}}, 1e-12}},
                                                 {"sopa-s", {{{"lambda", "1e9"}}, 1e-7}},
                                                 {"sota", {{{"fpr_max", "1"}, {"tpr_min", "0"}}, 1e-12}},
                                                 {"sota-s", {{{"lambda", "1e9"}, {"lambda2", "1e9"}}, 1e-7}},
                                                 {"mb", {{{"top_negatives", "1"}}, 1e-12}}};
  const Extreme& extreme = widest.at(info.name);
  Random random(15);
  for (const char* link : {"sigmoid", "raw"}) {
    const ClassScores scores = test::random_class_scores(random, 12, 17);
    Objective objective = make_ready(info.name, joined_settings(extreme.settings, {{"link", link}}), scores.size());
    Objective auc = make_objective("auc-sh", {{"link", link}}, 0);
    expect_close(outcome_of(objective, scores).gradient, outcome_of(auc, scores).gradient, extreme.relative);
  }
}

void smallest_region_is_top(const ObjectiveInfo& info) {
  const std::map<std::string, Extreme> narrowest = {{"sopa", {{{"fpr_max", "0.05"}}, 1e-12}},
                                                    {"sopa-s", {{{"lambda", "1e-3"}}, 1e-9}},
                                                    {"sota", {{{"fpr_max", "0.05"}, {"tpr_min", "0"}}, 1e-12}},
                                                    {"sota-s", {{{"lambda", "1e-3"}, {"lambda2", "1e9"}}, 1e-6}},
                                                    {"mb", {{{"top_negatives", "0.05"}}, 1e-12}}};
  const Extreme& extreme = narrowest.at(info.name);
  ClassScores scores;
  for (int i = 0; i < 6; ++i) scores.positives.push_back(0.3 * i);
  for (int j = 0; j < 20; ++j) scores.negatives.push_back(0.21 * ((j * 7) % 20) - 2);
  Objective objective = make_ready(info.name, joined_settings(extreme.settings, {{"link", "raw"}}), scores.size());
  // The infinite push: the mean over the positives of the loss against the highest negative.
  const auto highest = std::max_element(scores.negatives.begin(), scores.negatives.end());
  std::vector<double> expected(scores.positives.size() + scores.negatives.size());
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    const double slope = 2 * std::max(0.0, 1 - scores.positives[i] + *highest) / 6;
    expected[i] = -slope;
    expected[scores.positives.size() + static_cast<std::size_t>(highest - scores.negatives.begin())] += slope;
  }
  expect_close(outcome_of(objective, scores).gradient, expected, extreme.relative);
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
  const Settings settings = forms_of(info.name).front();
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
    const int first = info.name == "p-push" ? 3 : 0;
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

}  // namespace
}  // namespace pauc
