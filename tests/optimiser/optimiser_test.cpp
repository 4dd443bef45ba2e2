#include "pauc/optimiser/optimiser.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

#include <cmath>

#include "pauc/core/error.h"
#include "pauc/optimiser/schedule.h"
#include "support/batches.h"

namespace pauc {
namespace {

at::Tensor weights_of(std::vector<double> values) { return test::numbers(values).set_requires_grad(true); }

void step_with(Optimiser& optimiser, at::Tensor& weights, const std::vector<double>& gradient) {
  weights.mutable_grad() = test::numbers(gradient);
  optimiser.step();
}

OptimiserOptions options_of(const std::string& name, double lr) {
  OptimiserOptions options;
  options.name = choice_named<OptimiserName>(name, "optimiser");
  options.lr = lr;
  options.weight_decay = 0;
  return options;
}

TEST(Momentum, IsThePapersMovingAverage) {
  at::Tensor weights = weights_of({1});
  Optimiser optimiser = make_optimiser(options_of("momentum", 0.5), {weights});
  double v = 0;
  double w = 1;
  for (const double gradient : {2.0, -1.0, 3.0}) {
    step_with(optimiser, weights, {gradient});
    v = 0.9 * v + 0.1 * gradient;
    w -= 0.5 * v;
    EXPECT_NEAR(weights.item<double>(), w, 1e-15);
  }
}

TEST(Momentum, DoesNotStepTenTimesTooFar) {
  at::Tensor weights = weights_of({0});
  Optimiser optimiser = make_optimiser(options_of("momentum", 1), {weights});
  for (int step = 0; step < 200; ++step) step_with(optimiser, weights, {1});
  // A constant gradient of 1 for 200 steps: 200 less the ten or so in which the average warms up.
  EXPECT_NEAR(weights.item<double>(), -191, 1e-6);
}

TEST(Momentum, WithRateOneIsPlainDescent) {
  at::Tensor weights = weights_of({1});
  OptimiserOptions options = options_of("momentum", 0.5);
  options.momentum_rate = 1;
  Optimiser optimiser = make_optimiser(options, {weights});
  step_with(optimiser, weights, {2});
  step_with(optimiser, weights, {-4});
  EXPECT_NEAR(weights.item<double>(), 2, 1e-15);
}

TEST(Adam, AddsDecayToTheGradient) {
  at::Tensor weights = weights_of({3});
  OptimiserOptions options = options_of("adam", 0.1);
  options.weight_decay = 0.5;
  Optimiser optimiser = make_optimiser(options, {weights});
  double m = 0;
  double s = 0;
  double w = 3;
  for (int step = 1; step <= 3; ++step) {
    const double gradient = 0.25 * step + 0.5 * w;
    step_with(optimiser, weights, {0.25 * step});
    m = 0.9 * m + 0.1 * gradient;
    s = 0.999 * s + 0.001 * gradient * gradient;
    w -= 0.1 * m / (1 - std::pow(0.9, step)) / (std::sqrt(s / (1 - std::pow(0.999, step))) + 1e-8);
    EXPECT_NEAR(weights.item<double>(), w, 1e-13);
  }
}

TEST(Pesg, IsPulledToTheLastStagesAverage) {
  at::Tensor weights = weights_of({1});
  OptimiserOptions options = options_of("pesg", 0.1);
  options.gamma = 5;
  Optimiser optimiser = make_optimiser(options, {weights});
  step_with(optimiser, weights, {2});  // at its reference: no pull
  EXPECT_NEAR(weights.item<double>(), 0.8, 1e-15);
  step_with(optimiser, weights, {0});
  const double second = 0.8 - 0.1 * (0.8 - 1) / 5;
  EXPECT_NEAR(weights.item<double>(), second, 1e-15);
  optimiser.begin_stage(0.01);
  EXPECT_NEAR(weights.item<double>(), second, 1e-15);
  step_with(optimiser, weights, {0});
  EXPECT_NEAR(weights.item<double>(), second - 0.01 * (second - (0.8 + second) / 2) / 5, 1e-15);
}

TEST(Proximal, EndsAStageAtItsAverage) {
  at::Tensor weights = weights_of({1});
  OptimiserOptions options = options_of("proximal", 0.5);
  options.gamma = 2;
  Optimiser optimiser = make_optimiser(options, {weights});
  const double first = (2 * 1 + 0.5 * 1 - 0.5 * 2 * 3) / 2.5;
  step_with(optimiser, weights, {3});
  EXPECT_NEAR(weights.item<double>(), first, 1e-15);
  const double second = (2 * first + 0.5 * 1) / 2.5;
  step_with(optimiser, weights, {0});
  EXPECT_NEAR(weights.item<double>(), second, 1e-15);
  optimiser.begin_stage(0.25);
  EXPECT_NEAR(weights.item<double>(), (first + second) / 2, 1e-15);
  step_with(optimiser, weights, {0});  // it stands at the stage's start: nothing pulls
  EXPECT_NEAR(weights.item<double>(), (first + second) / 2, 1e-15);
}

TEST(Optimiser, GoesOnAfterRestoringAsIfNothingHadHappened) {
  for (const char* name : {"adam", "momentum", "pesg", "proximal"}) {
    at::Tensor straight = weights_of({1, -2});
    Optimiser one = make_optimiser(options_of(name, 0.1), {straight});
    at::Tensor resumed = weights_of({0, 0});
    Optimiser other = make_optimiser(options_of(name, 0.1), {resumed});
    for (int step = 0; step < 6; ++step) {
      if (step == 3) {
        const NamedTensors saved = one.save();
        const c10::NoGradGuard no_graph;
        resumed.copy_(straight);
        other.restore(saved);
      }
      if (step == 4) one.begin_stage(0.05);
      if (step == 4) other.begin_stage(0.05);
      step_with(one, straight, {0.5 + step, 1.0 / (1 + step)});
      if (step >= 3) step_with(other, resumed, {0.5 + step, 1.0 / (1 + step)});
    }
    EXPECT_TRUE(at::equal(straight, resumed)) << name;
  }
}

TEST(Optimiser, SavesASnapshotAndClearsGradients) {
  for (const char* name : {"adam", "momentum", "pesg", "proximal"}) {
    at::Tensor weights = weights_of({1, -2});
    Optimiser optimiser = make_optimiser(options_of(name, 0.1), {weights});
    step_with(optimiser, weights, {1, 1});
    const NamedTensors saved = optimiser.save();
    NamedTensors copy = snapshot(saved);
    step_with(optimiser, weights, {1, 1});
    for (const auto& [key, tensor] : saved) EXPECT_TRUE(at::equal(tensor, copy[key])) << name << ": " << key;
    optimiser.zero_grad();
    EXPECT_FALSE(weights.grad().defined());
    for (const double rate : {0.0, -1.0, std::nan("")}) EXPECT_THROW(optimiser.begin_stage(rate), UserError);
  }
}

TEST(Optimiser, TakesHalfPrecisionWeights) {
  for (const char* name : {"pesg", "proximal"}) {
    at::Tensor weights = at::ones({2}, at::kHalf).set_requires_grad(true);
    Optimiser optimiser = make_optimiser(options_of(name, 0.1), {weights});
    weights.mutable_grad() = at::ones({2}, at::kHalf);
    optimiser.step();
    optimiser.begin_stage(0.05);
    EXPECT_NEAR(weights[0].item<double>(), 0.9, 0.01) << name;
  }
}

TEST(Optimiser, KeepsTheLearningRateOfItsStage) {
  for (const char* name : {"adam", "momentum", "pesg", "proximal"}) {
    at::Tensor weights = weights_of({1});
    Optimiser one = make_optimiser(options_of(name, 0.1), {weights});
    one.begin_stage(1e-6);
    at::Tensor resumed = weights_of({1});
    Optimiser other = make_optimiser(options_of(name, 0.1), {resumed});
    other.restore(one.save());
    step_with(other, resumed, {1});
    EXPECT_NEAR(resumed.item<double>(), 1, 1e-5) << name;
  }
}

TEST(Optimiser, AllAddDecayToTheGradient) {
  for (const char* name : {"momentum", "pesg", "proximal"}) {
    at::Tensor weights = weights_of({2});
    OptimiserOptions options = options_of(name, 0.1);
    options.weight_decay = 0.5;
    options.momentum_rate = 1;
    options.gamma = 1e12;
    Optimiser optimiser = make_optimiser(options, {weights});
    step_with(optimiser, weights, {3});
    EXPECT_NEAR(weights.item<double>(), 2 - 0.1 * (3 + 0.5 * 2), 1e-10) << name;
  }
}

TEST(Optimiser, RefusesWhatAnotherOneSaved) {
  at::Tensor weights = weights_of({1, -2});
  Optimiser adam = make_optimiser(options_of("adam", 0.1), {weights});
  Optimiser momentum = make_optimiser(options_of("momentum", 0.1), {weights});
  EXPECT_THROW(adam.restore(momentum.save()), UserError);
  EXPECT_THROW(make_optimiser(options_of("adam", 0.1), {weights_of({1})}).restore(adam.save()), UserError);
}

TEST(Optimiser, NamesTheNearestWhenThereIsNoSuch) {
  at::Tensor weights = weights_of({1});
  try {
    options_of("adan", 0.1);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("optimiser: no \"adan\"; expected one of adam, "));
  }
  EXPECT_THROW(make_optimiser(options_of("adam", 0), {weights}), UserError);
}

TEST(Optimiser, EveryNameHasARow) {
  for (const auto& choice : Choices<OptimiserName>::kNames) {
    EXPECT_EQ(optimiser_info(choice.value).name, choice.value) << choice.name;
    EXPECT_GT(optimiser_info(choice.value).usual_lr, 0) << choice.name;
  }
}

TEST(StepDecay, DecaysOncePerStep) {
  const auto stages = step_decay(1, {20, 40});
  ASSERT_EQ(stages.size(), 3U);
  EXPECT_EQ(stages[1].first_epoch, 20);
  EXPECT_NEAR(stages[1].learning_rate, 0.1, 1e-15);
  EXPECT_NEAR(stages[2].learning_rate, 0.01, 1e-15);
  EXPECT_THROW(step_decay(1, {40, 20}), UserError);
}

TEST(GrowingStages, LastTheSquareOfTheirNumber) {
  const auto stages = growing_stages(0.2, 15);
  ASSERT_EQ(stages.size(), 4U);
  EXPECT_EQ(stages[1].first_epoch, 1);
  EXPECT_EQ(stages[2].first_epoch, 5);
  EXPECT_EQ(stages[3].first_epoch, 14);
  EXPECT_NEAR(stages[2].learning_rate, 0.2 / 3, 1e-15);
}

}  // namespace
}  // namespace pauc
