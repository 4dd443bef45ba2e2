#include "pauc/model/layers.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include <cmath>

namespace pauc {
namespace {

at::Tensor random_matrix(Random& random, std::int64_t rows, std::int64_t columns) {
  at::Tensor matrix = at::empty({rows, columns}, at::kFloat);
  for (std::int64_t k = 0; k < matrix.numel(); ++k)
    matrix.data_ptr<float>()[k] = static_cast<float>(2 + 3 * random.normal());
  return matrix;
}

TEST(Dropout, ZeroesItsShareAndScalesTheRest) {
  const at::Tensor ones = at::ones({400, 500}, at::kFloat);
  for (const double rate : {0.1, 0.5, 0.9}) {
    Random noise(7);
    const at::Tensor dropped = dropout(ones, rate, noise);
    const double zeros = dropped.eq(0).sum().item<double>() / 200000;
    EXPECT_NEAR(zeros, rate, 0.005);
    EXPECT_TRUE(at::equal(dropped.max(), at::scalar_tensor(static_cast<float>(1 / (1 - rate)), at::kFloat)));
    EXPECT_NEAR(dropped.mean().item<double>(), 1, 0.02);
  }
}

TEST(Dropout, TheSameGeneratorGivesTheSameMaskAndMovesOn) {
  const at::Tensor input = at::ones({13, 7}, at::kFloat);
  Random first(3);
  Random second(3);
  const at::Tensor mask = dropout(input, 0.5, first);
  EXPECT_TRUE(at::equal(mask, dropout(input, 0.5, second)));
  EXPECT_FALSE(at::equal(mask, dropout(input, 0.5, second)));
}

TEST(Dropout, GradientsPassWhereValuesPass) {
  const at::Tensor input = at::ones({10, 10}, at::kFloat).set_requires_grad(true);
  Random noise(3);
  const at::Tensor dropped = dropout(input, 0.25, noise);
  dropped.sum().backward();
  EXPECT_TRUE(at::equal(input.grad(), dropped.detach()));
}

TEST(LinearLayer, StartsUniformWithinItsBound) {
  Model model;
  Random random(1);
  const LinearLayer layer = add_linear(model, "x", 100, 200, random);
  EXPECT_LT(layer.weight.abs().max().item<double>(), 0.1);
  EXPECT_GT(layer.weight.abs().max().item<double>(), 0.099);
  EXPECT_NEAR(layer.weight.mean().item<double>(), 0, 0.001);
  EXPECT_NEAR(layer.weight.std().item<double>(), 0.1 / std::sqrt(3), 0.001);
  EXPECT_EQ(model.parameters.count("x.weight"), 1);
  EXPECT_TRUE(model.parameters.at("x.bias").requires_grad());
}

TEST(BatchNorm, TrainingStandardisesTheBatchAndRemembersItsStatistics) {
  const c10::NoGradGuard no_graph;
  Model model;
  const BatchNormLayer norm = add_batch_norm(model, "n", 3);
  Random random(5);
  const at::Tensor input = random_matrix(random, 50, 3);
  const at::Tensor output = norm(input, true, 0.1);
  EXPECT_LT(output.mean(0).abs().max().item<double>(), 1e-5);
  EXPECT_NEAR(output.var(0, false).mean().item<double>(), 1, 1e-4);
  const at::Tensor mean = at::mul(input.mean(0), 0.1);
  const at::Tensor variance = at::add(at::mul(input.var(0, true), 0.1), 0.9);
  EXPECT_TRUE(at::allclose(model.buffers.at("n.running_mean"), mean, 1e-5, 1e-6));
  EXPECT_TRUE(at::allclose(model.buffers.at("n.running_var"), variance, 1e-5, 1e-6));
}

TEST(BatchNorm, EvaluationUsesTheRunningStatisticsAndLeavesThem) {
  const c10::NoGradGuard no_graph;
  Model model;
  const BatchNormLayer norm = add_batch_norm(model, "n", 2);
  norm.mean.fill_(1);
  norm.variance.fill_(4);
  const at::Tensor input = at::full({5, 2}, 7.0, at::kFloat);
  EXPECT_TRUE(at::allclose(norm(input, false, 0.1), at::full({5, 2}, 3.0, at::kFloat), 1e-5));
  EXPECT_EQ(norm.mean[0].item<double>(), 1);
}

TEST(BatchNorm, ABatchOfOneRowIsJudgedByTheRunningStatistics) {
  const c10::NoGradGuard no_graph;
  Model model;
  const BatchNormLayer norm = add_batch_norm(model, "n", 2);
  norm.mean.fill_(1);
  norm.variance.fill_(4);
  const at::Tensor row = at::full({1, 2}, 7.0, at::kFloat);
  EXPECT_TRUE(at::equal(norm(row, true, 0.1), norm(row, false, 0.1)));
  EXPECT_EQ(norm.variance[0].item<double>(), 4);
}

TEST(BatchNorm, RatesOfOneHalfAndOneThirdAverageBatchesEvenly) {
  const c10::NoGradGuard no_graph;
  Model model;
  const BatchNormLayer norm = add_batch_norm(model, "n", 2);
  Random random(5);
  at::Tensor sum = at::zeros({2}, at::kFloat);
  for (int k = 1; k <= 3; ++k) {
    const at::Tensor input = random_matrix(random, 20, 2);
    norm(input, true, 1.0 / k);
    sum.add_(input.mean(0));
  }
  EXPECT_TRUE(at::allclose(norm.mean, at::div(sum, 3), 1e-5, 1e-6));
}

}  // namespace
}  // namespace pauc
