// Objectives of a whole training set: what a line search evaluates must be one function with its own gradient.
#include "pauc/objective/full_batch.h"

#include <algorithm>
#include <cmath>

#include "pauc/objective/registry.h"
#include "support/batches.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::ClassScores;
using testing::HasSubstr;

struct Case {
  const char* name;
  Settings settings;
};

const std::vector<Case> kCases = {
    {"ce", {}},
    {"hard", {{"fpr_max", "0.07"}}},
    {"auc-sh", {}},
    {"sopa", {{"fpr_max", "0.13"}}},
    {"sopa", {{"fpr_min", "0.05"}, {"fpr_max", "0.3"}, {"link", "raw"}}},
    {"sopa", {{"fpr_max", "0.1"}, {"link", "raw"}, {"surrogate", "logistic"}}},
    {"sopa-s", {{"lambda", "0.3"}}},
    {"sota-s", {{"lambda", "0.3"}, {"lambda2", "0.5"}}},
    {"p-push", {}},
    {"mb", {{"top_negatives", "0.13"}}},
    {"aw-poly", {}},
    {"sota", {{"fpr_max", "0.33"}, {"tpr_min", "0.4"}}},
    {"top-push", {}},
    {"top-push", {{"recent", "1"}, {"surrogate", "sigmoid"}}},
    {"top-push", {{"recent", "20"}, {"link", "raw"}}},
    {"svm-pauc", {{"fpr_max", "0.3"}}},
    {"sopa", {{"fpr_max", "0.13"}, {"surrogate", "sigmoid"}}},
    {"sota", {{"fpr_max", "0.33"}, {"tpr_min", "0.4"}, {"surrogate", "sigmoid"}}},
    {"auc-sh", {{"surrogate", "sigmoid"}, {"temperature", "0.5"}}},
};

ClassScores some_scores() {
  Random random(12);
  return test::random_class_scores(random, 9, 40);
}

// With the scale that a trainer sets at the start.
Objective objective_of(const Case& one, std::int64_t examples) {
  Objective objective = make_full_batch_objective(one.name, one.settings, examples);
  if (objective.state.has("score_scale")) objective.state.set_number("score_scale", 1.5);
  return objective;
}

double value_at(const Case& one, const ClassScores& scores) {
  return objective_of(one, scores.size())(test::batch_of(scores)).value;
}

TEST(FullBatch, TheGradientIsThatOfTheValue) {
  constexpr double kStep = 1e-6;
  for (const Case& one : kCases) {
    const ClassScores scores = some_scores();
    test::LeafBatch leaf = test::leaf_batch(scores);
    objective_of(one, scores.size())(leaf.batch).differentiable.backward();
    const auto gradient = test::values_of(leaf.scores.grad());
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const auto moved = [&](double step) {
        ClassScores other = scores;
        const std::size_t positives = other.positives.size();
        (k < positives ? other.positives[k] : other.negatives[k - positives]) += step;
        return value_at(one, other);
      };
      EXPECT_NEAR(gradient[k], (moved(kStep) - moved(-kStep)) / (2 * kStep), 1e-8) << one.name << " " << k;
    }
  }
}

TEST(FullBatch, EarlierEvaluationsLeaveNoTrace) {
  Random random(5);
  for (const Case& one : kCases) {
    const ClassScores scores = some_scores();
    Objective objective = objective_of(one, scores.size());
    const double first = objective(test::batch_of(scores)).value;
    objective(test::batch_of(test::random_class_scores(random, 9, 40, 3)));
    EXPECT_EQ(objective(test::batch_of(scores)).value, first) << one.name;
  }
}

TEST(FullBatch, TheFirstEvaluationSetsTheScaleOfTheSigmoidIfNobodyDid) {
  const ClassScores scores = some_scores();
  Objective objective = make_full_batch_objective("sopa", {{"surrogate", "sigmoid"}}, scores.size());
  objective(test::batch_of(scores));
  const double scale = objective.state.number("score_scale");
  EXPECT_GT(scale, 0);
  Random random(5);
  objective(test::batch_of(test::random_class_scores(random, 9, 40, 3)));
  EXPECT_EQ(objective.state.number("score_scale"), scale);
}

// However little it remembers: by definition.
TEST(FullBatch, TopPushIsTheMeanLossAgainstTheHighestNegative) {
  const ClassScores scores = some_scores();
  const double highest = *std::max_element(scores.negatives.begin(), scores.negatives.end());
  for (const char* recent : {"1", "20", "49", "2048"}) {
    double sum = 0;
    for (const double positive : scores.positives) sum += 1 / (1 + std::exp((positive - highest) / (0.3 * 1.5)));
    EXPECT_NEAR(value_at({"top-push", {{"recent", recent}, {"surrogate", "sigmoid"}}}, scores), sum / 9, 1e-14);
  }
}

// The top 0.13 x 40 = 5.2 negatives, by definition.
TEST(FullBatch, SopaIsTheMeanLossOfTheHighestNegatives) {
  const ClassScores scores = some_scores();
  std::vector<double> sorted = scores.negatives;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  double sum = 0;
  for (const double positive : scores.positives) {
    for (int j = 0; j < 6; ++j) {
      const double reach = std::max(0.0, 1 - (sigmoid(positive) - sigmoid(sorted[j])));
      sum += (j < 5 ? 1 : 0.2) * reach * reach;
    }
  }
  EXPECT_NEAR(value_at({"sopa", {{"fpr_max", "0.13"}}}, scores), sum / (9 * 5.2), 1e-14);
}

TEST(FullBatch, RefusesWhatCannotBeSearched) {
  const auto refusal = [](const char* name, const Settings& settings) {
    return test::refusal_of([&] { make_full_batch_objective(name, settings, 10); }, Fault::usage);
  };
  EXPECT_EQ(refusal("sota", {{"thresholds", "own"}}), "objective: sota needs the optimiser proximal");
  EXPECT_EQ(refusal("sopa", {{"thresholds", "own"}}), "thresholds: expected shared for lbfgs, got own");
  EXPECT_EQ(refusal("staco", {}),
            "objective: expected one that lbfgs can minimise, got staco: its own variables need many steps");
  EXPECT_EQ(refusal("aw-exp", {}),
            "objective: expected one that lbfgs can minimise, got aw-exp: its weights vanish as the intercept falls");
  EXPECT_EQ(refusal("auc-m", {}), "objective: auc-m needs the optimiser pesg");
  EXPECT_THAT(refusal("sopa", {{"fpr_max", "0"}}), HasSubstr("fpr_max: expected 0 <= fpr_min < fpr_max <= 1"));
  EXPECT_THAT(refusal("sopa", {{"surrogate", "squared"}}), HasSubstr("surrogate"));
  EXPECT_THAT(refusal("soap", {}), HasSubstr("no \"soap\""));
}

TEST(FullBatch, TakesTheOptionThatASearchNeedsHoweverItIsWritten) {
  const ClassScores scores = some_scores();
  const double value = value_at({"sopa-s", {}}, scores);
  for (const char* one : {"1", "1.0", "1e0"}) EXPECT_EQ(value_at({"sopa-s", {{"gamma0", one}}}, scores), value) << one;
  EXPECT_EQ(test::refusal_of(
                [] {
                  make_full_batch_objective("sopa-s", {{"gamma0", "0.9"}}, 10);
                },
                Fault::usage),
            "gamma0: expected 1 for lbfgs, got 0.9");
}

// A method that is added with state must say how it works without it, or that it does not.
TEST(FullBatch, EveryMethodThatCanBeSearchedForgetsEarlierEvaluations) {
  Random random(9);
  for (const ObjectiveInfo& info : objective_registry()) {
    if (!reason_against_search(info, {}).empty()) continue;
    const ClassScores scores = some_scores();
    const Case one{info.name.c_str(), {}};
    Objective objective = objective_of(one, scores.size());
    objective(test::batch_of(test::random_class_scores(random, 9, 40, 3)));
    EXPECT_EQ(objective(test::batch_of(scores)).value, value_at(one, scores)) << info.name;
  }
}

}  // namespace
}  // namespace pauc
