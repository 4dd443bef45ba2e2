// Adam's own loop against torch::optim::Adam: the same bits, on processors with FMA instructions as on those without,
// because both round a b + c once where the processor can.
#include "pauc/optimiser/adam.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <torch/optim/adam.h>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/optimiser/stock.h"
#include "support/batches.h"

namespace pauc {
namespace {

at::Tensor random_tensor(Random& random, at::IntArrayRef sizes, at::ScalarType type) {
  at::Tensor tensor = at::empty(sizes, at::kDouble);
  for (std::int64_t k = 0; k < tensor.numel(); ++k) tensor.data_ptr<double>()[k] = random.normal();
  return tensor.to(type);
}

std::vector<at::Tensor> random_parameters(at::ScalarType type) {
  Random random(1);
  std::vector<at::Tensor> parameters;
  for (const std::vector<std::int64_t>& sizes :
       {std::vector<std::int64_t>{64, 33}, std::vector<std::int64_t>{7}, std::vector<std::int64_t>{},
        std::vector<std::int64_t>{0}, std::vector<std::int64_t>{70001}}) {
    parameters.push_back(random_tensor(random, sizes, type).set_requires_grad(true));
  }
  return parameters;
}

// Gradients of many sizes, some of them 0; the second tensor has none in every third step.
void set_gradients(Random& random, std::vector<at::Tensor>& parameters, int step) {
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const at::Tensor drawn = random_tensor(random, parameters[k].sizes(), parameters[k].scalar_type());
    parameters[k].mutable_grad() = at::relu(drawn) * std::pow(10.0, step % 7 - 5);
    if (k == 1 && step % 3 == 0) parameters[k].mutable_grad().reset();
  }
}

OptimiserOptions options_with(double weight_decay) {
  OptimiserOptions options;
  options.lr = 0.01;
  options.weight_decay = weight_decay;
  return options;
}

void expect_same_bits(const std::vector<at::Tensor>& some, const std::vector<at::Tensor>& others) {
  for (std::size_t k = 0; k < some.size(); ++k) ASSERT_TRUE(at::equal(some[k], others[k])) << k;
}

TEST(Adam, MakesTheStockOnesStepsToTheBit) {
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    for (const double weight_decay : {0.0, 0.02}) {
      std::vector<at::Tensor> own = random_parameters(type);
      std::vector<at::Tensor> stock = random_parameters(type);
      Optimiser optimiser = make_adam(options_with(weight_decay), own);
      torch::optim::Adam reference(stock, torch::optim::AdamOptions(0.01).weight_decay(weight_decay));
      Random one(2);
      Random other(2);
      for (int step = 0; step < 200; ++step) {
        set_gradients(one, own, step);
        set_gradients(other, stock, step);
        optimiser.step();
        reference.step();
        SCOPED_TRACE(joined(c10::toString(type), " with decay ", weight_decay, ", step ", step));
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(own, stock));
      }
    }
  }
}

TEST(Adam, GoesOnFromWhatTheStockOneHasSaved) {
  std::vector<at::Tensor> stock = random_parameters(at::kFloat);
  Optimiser before = make_stock_adam(options_with(0.02), stock);
  Random random(3);
  for (int step = 0; step < 5; ++step) {
    set_gradients(random, stock, step);
    before.step();
  }
  std::vector<at::Tensor> own = random_parameters(at::kFloat);
  Optimiser after = make_adam(options_with(0.02), own);
  const NamedTensors saved = before.save();
  after.restore(saved);
  {
    const c10::NoGradGuard no_graph;
    for (std::size_t k = 0; k < own.size(); ++k) own[k].copy_(stock[k]);
  }
  for (int step = 5; step < 10; ++step) {
    Random same(step);
    Random again(step);
    set_gradients(same, stock, step);
    set_gradients(again, own, step);
    before.step();
    after.step();
  }
  expect_same_bits(own, stock);
  for (const auto& [name, tensor] : before.save()) EXPECT_TRUE(at::equal(tensor, after.save().at(name))) << name;
}

TEST(Adam, TakesWeightsOfAnyTypeAndLayout) {
  at::Tensor half = at::ones({3}, at::kBFloat16).set_requires_grad(true);
  at::Tensor turned = at::ones({2, 3}, at::kFloat).t().set_requires_grad(true);
  Optimiser optimiser = make_adam(options_with(0), {half, turned});
  half.mutable_grad() = at::ones_like(half);
  turned.mutable_grad() = at::ones_like(turned);
  optimiser.step();
  EXPECT_NEAR(half[0].item<double>(), 0.99, 0.005);
  EXPECT_NEAR(turned[2][1].item<double>(), 0.99, 1e-6);
}

TEST(Adam, TakesGradientsInAnyLayout) {
  at::Tensor weights = at::zeros({2, 3}, at::kFloat).set_requires_grad(true);
  Optimiser optimiser = make_adam(options_with(0), {weights});
  weights.mutable_grad() = at::tensor({1.0, 0.0, 0.0, 0.0, 0.0, -1.0}, at::kFloat).reshape({3, 2}).t();
  optimiser.step();
  EXPECT_NEAR(weights[0][0].item<double>(), -0.01, 1e-6);
  EXPECT_NEAR(weights[1][2].item<double>(), 0.01, 1e-6);
  EXPECT_EQ(weights[0][1].item<double>(), 0);
}

TEST(Adam, AGraphOfOldWeightsIsRefused) {
  at::Tensor weights = at::ones({2}, at::kFloat).set_requires_grad(true);
  Optimiser optimiser = make_adam(options_with(0), {weights});
  const at::Tensor loss = (weights * weights).sum();
  weights.mutable_grad() = at::ones({2}, at::kFloat);
  optimiser.step();
  EXPECT_THROW(loss.backward(), c10::Error);
}

}  // namespace
}  // namespace pauc
