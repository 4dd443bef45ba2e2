// What libraries in this field get wrong, each as a test that it does not happen here.
#include <ATen/Functions.h>

#include <cmath>

#include "pauc/core/error.h"
#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/lambda.h"
#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

using test::ClassScores;

std::vector<double> gradient_after(Objective& objective, const ClassScores& scores) {
  const auto leaf = test::leaf_batch(scores);
  objective(leaf.batch).differentiable.backward();
  return test::values_of(leaf.scores.grad());
}

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) {
    EXPECT_TRUE(std::isfinite(value));
    result = std::max(result, std::abs(value));
  }
  return result;
}

TEST(PeerFailures, OneHardPairDoesNotKillAPositive) {
  for (const char* name : {"sopa-s", "sota-s"}) {
    Objective objective = make_objective(name, {{"link", "raw"}, {"lambda", "0.1"}}, 4);
    largest(gradient_after(objective, {{-50, 1}, {50, 0}}));
    for (int step = 0; step < 200; ++step) gradient_after(objective, {{0.2, 1}, {0.1, 0}});
    // After the shock it learns again as one that never had it.
    Objective fresh = make_objective(name, {{"link", "raw"}, {"lambda", "0.1"}}, 4);
    const double healthy = largest(gradient_after(fresh, {{0.2, 1}, {0.1, 0}}));
    double again = 0;
    for (int step = 0; step < 60000; ++step) again = largest(gradient_after(objective, {{0.2, 1}, {0.1, 0}}));
    EXPECT_NEAR(again, healthy, 0.01 * healthy) << name;
  }
}

TEST(PeerFailures, TinyLambdaDoesNotOverflowOnSigmoidScores) {
  for (const double lambda : {0.04, 0.01, 0.001}) {
    for (const char* name : {"sopa-s", "sota-s"}) {
      Objective objective = make_objective(name, {{"lambda", joined(lambda)}}, 4);
      EXPECT_GT(largest(gradient_after(objective, {{-3, 1}, {4, 0}})), 0) << name;
    }
  }
}

TEST(PeerFailures, TheLogisticLossStaysFiniteForAnyGap) {
  for (const auto& info : objective_registry()) {
    const Settings settings = {{"surrogate", "logistic"}, {"link", "raw"}};
    if (!has_option(info, "surrogate") || info.name == "p-push") continue;  // p-push takes smaller scores only
    if (info.name == "aw-poly" || info.name == "aw-exp") continue;          // no raw scores
    Objective objective = make_objective(info.name, settings, 4);
    objective.begin_stage(0.1);
    EXPECT_GT(largest(gradient_after(objective, {{-900, 1}, {1000, 0}})), 0) << info.name;
  }
}

TEST(PeerFailures, SignsAsLabelsGiveTheSameStateAsZeroAndOne) {
  const at::Tensor scores = test::numbers({0.1, 0.9, 0.4});
  const at::Tensor slots = at::arange(3, at::kLong);
  Objective one = make_objective("sopa-s", {}, 3);
  Objective other = make_objective("sopa-s", {}, 3);
  one(make_scored_batch(scores, test::numbers({1, 0, 0}), slots));
  other(make_scored_batch(scores, test::numbers({1, -1, -1}), slots));
  for (const auto& [name, tensor] : one.state.tensors()) EXPECT_TRUE(at::equal(tensor, other.state.tensors().at(name)));
}

TEST(PeerFailures, TwoColumnsOfScoresAreRefused) {
  EXPECT_THROW(make_scored_batch(at::zeros({4, 2}), at::zeros({4}), at::arange(4)), UserError);
  EXPECT_THROW(make_scored_batch(at::zeros({4, 1}), at::zeros({4}), at::arange(4)), UserError);
}

TEST(PeerFailures, TheFirstVisitWeighsNoMoreThanLaterOnes) {
  for (const char* gamma : {"0.1", "0.9"}) {
    Objective objective = make_objective("sopa-s", {{"gamma0", gamma}}, 3);
    const ClassScores scores = {{0.2}, {0.1, 0.7}};
    const auto first = gradient_after(objective, scores);
    const auto second = gradient_after(objective, scores);
    for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(first[k], second[k], 1e-14);
  }
}

TEST(PeerFailures, MisspeltOptionsAreNotSwallowed) {
  try {
    make_objective("sopa-s", {{"lamda", "0.1"}}, 3);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no option \"lamda\"; expected one of lambda"));
  }
  EXPECT_THROW(make_objective("sopa", {{"fpr_max", "a third"}}, 3), UserError);
  EXPECT_THROW(make_objective("sopa", {{"fpr_max", "1.5"}}, 3), UserError);
  EXPECT_THROW(make_objective("sopa", {{"surrogate", "squared"}}, 3), UserError);
  EXPECT_THROW(make_objective("sota", {{"surrogate", "squared"}}, 3), UserError);
  EXPECT_THROW(make_objective("mb", {{"surrogate", "squared"}}, 3), UserError);
  EXPECT_THROW(make_objective("staco", {{"surrogate", "squared"}}, 3), UserError);
  EXPECT_THROW(make_objective("aw-poly", {{"link", "raw"}}, 3), UserError);
  EXPECT_THROW(make_objective("aw-exp", {{"link", "raw"}}, 3), UserError);
  EXPECT_THROW(make_objective("aw-exp", {{"gamma", "0"}}, 3), UserError);
  EXPECT_THROW(make_objective("staco", {{"level_step", "-1"}}, 3), UserError);
  EXPECT_THROW(make_objective("pauci", {{"sharpness", "0"}}, 3), UserError);
  EXPECT_THROW(make_objective("pauci", {{"link", "raw"}}, 3), UserError);
  EXPECT_THROW(make_objective("svm-pauc", {{"fpr_min", "0.3"}, {"fpr_max", "0.3"}}, 3), UserError);
  EXPECT_THROW(make_objective("ce", {{"lambda", "1"}}, 3), UserError);
  EXPECT_THROW(make_objective("soap", {}, 3), UserError);
}

TEST(PeerFailures, PPushRefusesRawScoresThatOverflow) {
  Objective objective = make_objective("p-push", {{"link", "raw"}, {"power", "6"}}, 4);
  const State before = objective.state;
  EXPECT_THROW(objective(test::batch_of({{101, 1}, {0, 2}})), UserError);
  for (const auto& [name, tensor] : before.tensors())
    EXPECT_TRUE(at::equal(tensor, objective.state.tensors().at(name)));
  largest(gradient_after(objective, {{-100, 1}, {100, 2}}));
}

TEST(PeerFailures, HalfPrecisionScoresTrainToo) {
  for (const auto type : {at::kHalf, at::kBFloat16}) {
    Objective objective = make_objective("sopa", {}, 4);
    const auto leaf = test::leaf_batch({{0.5, -1}, {1, 0}}, type);
    objective(leaf.batch).differentiable.backward();
    EXPECT_EQ(leaf.scores.grad().scalar_type(), type);
    EXPECT_GT(largest(test::values_of(leaf.scores.grad())), 0);
  }
}

TEST(PeerFailures, HalfPrecisionGradientsThatOverflowAreRefused) {
  Objective objective = make_objective("auc-sh", {{"link", "raw"}}, 0);
  const auto fine = test::leaf_batch({{-300}, {300}}, at::kHalf);
  objective(fine.batch).differentiable.backward();
  EXPECT_NEAR(test::values_of(fine.scores.grad())[0], -1202, 1);
  EXPECT_THROW(objective(test::leaf_batch({{-60000}, {60000}}, at::kHalf).batch), UserError);
}

TEST(PeerFailures, WhatLeavesTheRangeOfItsTypeIsRefusedAndLeavesNoTrace) {
  const auto refused = [](const char* name, const Settings& settings, const ClassScores& scores,
                          at::ScalarType type = at::kFloat) {
    Objective objective = make_objective(name, settings, 8);
    const State before = objective.state;
    EXPECT_THROW(objective(test::leaf_batch(scores, type).batch), UserError) << name;
    for (const auto& [key, tensor] : before.tensors())
      EXPECT_TRUE(at::equal(tensor, objective.state.tensors().at(key)));
  };
  // Gradients, the value, the score itself.
  refused("p-push", {{"link", "raw"}, {"power", "16"}, {"margin", "100"}}, {{-100}, {100}});
  refused("p-push", {{"link", "raw"}, {"power", "8"}, {"margin", "60"}}, {{-100}, {100}});
  refused("p-push", {{"power", "16"}, {"margin", "1e15"}}, {{-100}, {100}});
  refused("p-push", {{"power", "16"}, {"margin", "1e100"}}, {{-100}, {100}}, at::kDouble);
  refused("sopa", {{"link", "raw"}}, {{-1e16}, {1e16}});
}

TEST(PeerFailures, SecondDerivativesAreRefusedNotWrong) {
  Objective objective = make_objective("auc-sh", {}, 0);
  const auto leaf = test::leaf_batch({{0.1}, {0.2}});
  const Loss loss = objective(leaf.batch);
  EXPECT_THROW(loss.differentiable.backward({}, true, true), UserError);
}

// A float has too few digits for exponents of raw scores at a small lambda: the plain route must notice.
TEST(PeerFailures, BothRoutesAgreeOnLargeRawScoresInFloat) {
  Random random(63);
  for (const char* name : {"sopa", "sopa-s", "sota-s"}) {
    for (const double scale : {10.0, 1e3, 1e4}) {
      Settings settings = {{"link", "raw"}};
      if (std::string(name) != "sopa") settings.emplace_back("lambda", "1e-3");
      const ClassScores scores = test::random_class_scores(random, 20, 30, scale);
      std::vector<std::vector<double>> gradients;
      for (const Route route : {Route::kernels, Route::tensors}) {
        Objective objective = make_objective(name, settings, scores.size(), route);
        const auto leaf = test::leaf_batch(scores, at::kFloat);
        objective(leaf.batch).differentiable.backward();
        gradients.push_back(test::values_of(leaf.scores.grad()));
      }
      // What is left of double's digits behind an exponent of (6 scale)^2 / lambda, and float's own.
      const double relative = 1e-6 + 16 * 2.2e-16 * 36 * scale * scale / 1e-3;
      const double widest = largest(gradients[0]);
      for (std::size_t k = 0; k < gradients[0].size(); ++k) {
        EXPECT_NEAR(gradients[0][k], gradients[1][k], relative * widest) << name << " at " << scale;
      }
    }
  }
}

TEST(LambdaFor, AppliesTheLinkToRawScores) {
  Random random(62);
  const ClassScores scores = test::random_class_scores(random, 30, 200);
  const auto leaf = test::leaf_batch(scores);
  const double lambda = lambda_for(leaf.scores, leaf.batch.labels, 0.1).value;
  auto linked = scores;
  for (auto* side : {&linked.positives, &linked.negatives}) {
    for (double& score : *side) score = 1 / (1 + std::exp(-score));
  }
  EXPECT_NEAR(lambda, kernel::lambda_for({linked.positives, linked.negatives}, 0.1).value, 1e-9);
  const double lambda2 = lambda2_for(leaf.scores, leaf.batch.labels, 0.5, 0.5).value;
  EXPECT_NEAR(lambda2, kernel::lambda2_for({linked.positives, linked.negatives}, 0.5, 0.5).value, 1e-9);
}

}  // namespace
}  // namespace pauc
