#include "pauc/model/shared_norm.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>

namespace pauc {
namespace {

BatchNormLayer layer_of(std::int64_t features) {
  Model model;
  BatchNormLayer norm = add_batch_norm(model, "norm", features);
  for (at::Tensor* tensor : {&norm.scale, &norm.shift, &norm.mean, &norm.variance})
    *tensor = tensor->detach().to(at::kDouble);
  norm.scale = (norm.scale + at::arange(features, at::kDouble)).set_requires_grad(true);
  norm.shift = norm.shift.clone().set_requires_grad(true);
  return norm;
}

double distance(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

// One rank that has all rows: what is left is LibTorch's batch norm.
TEST(SharedNorm, OfOneRankIsLibTorchs) {
  const at::Tensor inputs[] = {at::linspace(-3, 5, 24, at::kDouble).square().view({8, 3}) + 10,
                               at::linspace(-3, 5, 72, at::kDouble).sin().view({2, 3, 3, 4})};
  for (const at::Tensor& numbers : inputs) {
    BatchNormLayer ours = layer_of(3);
    const BatchNormLayer stock = layer_of(3);
    int sums = 0;
    *ours.batch_sums = [&](const at::Tensor&) { ++sums; };
    const at::Tensor gradient = at::linspace(1, 2, numbers.numel(), at::kDouble).cos().view(numbers.sizes());
    const at::Tensor input = numbers.clone().set_requires_grad(true);
    const at::Tensor expected_input = numbers.clone().set_requires_grad(true);
    const at::Tensor output = shared_norm(input, ours, 0.1);
    const at::Tensor expected =
        at::batch_norm(expected_input, stock.scale, stock.shift, stock.mean, stock.variance, true, 0.1, 1e-5, false);
    output.backward(gradient);
    expected.backward(gradient);
    EXPECT_LT(distance(output, expected), 1e-12);
    EXPECT_LT(distance(input.grad(), expected_input.grad()), 1e-12);
    EXPECT_LT(distance(ours.scale.grad(), stock.scale.grad()), 1e-11);
    EXPECT_LT(distance(ours.shift.grad(), stock.shift.grad()), 1e-11);
    EXPECT_LT(distance(ours.mean, stock.mean), 1e-12);
    EXPECT_LT(distance(ours.variance, stock.variance), 1e-12);
    EXPECT_EQ(sums, 2);
  }
}

// The other rank has the same rows: the statistics stay, the count doubles.
TEST(SharedNorm, CountsTheRowsOfAllRanks) {
  const BatchNormLayer norm = layer_of(2);
  *norm.batch_sums = [](const at::Tensor& tensor) { tensor.mul_(2); };
  const at::Tensor input = at::arange(6, at::kDouble).view({3, 2});
  shared_norm(input, norm, 1);
  EXPECT_LT(distance(norm.mean, input.mean(0)), 1e-12);
  EXPECT_LT(distance(norm.variance, input.var(0, false) * 6 / 5), 1e-12);
}

TEST(SharedNorm, OfOneRowInAllUsesTheRunningStatistics) {
  const BatchNormLayer norm = layer_of(2);
  *norm.batch_sums = [](const at::Tensor&) {};
  const at::Tensor input = at::full({1, 2}, 3., at::kDouble);
  const at::Tensor expected = input / std::sqrt(1 + 1e-5) * norm.scale;
  EXPECT_LT(distance(shared_norm(input, norm, 0.1), expected), 1e-12);
  EXPECT_EQ(norm.mean.abs().max().item<double>(), 0);
}

TEST(SharedNorm, ARankMayHaveNoRows) {
  const BatchNormLayer norm = layer_of(2);
  *norm.batch_sums = [](const at::Tensor& tensor) {
    if (tensor.numel() == 5) tensor.copy_(at::tensor({4., 8., 10., 40., 4.}, at::kDouble));  // of other ranks
  };
  const at::Tensor input = at::zeros({0, 2}, at::kDouble).set_requires_grad(true);
  const at::Tensor output = shared_norm(input, norm, 1);
  output.backward(at::zeros_like(output));
  EXPECT_EQ(norm.mean[1].item<double>(), 2);
  EXPECT_TRUE(norm.scale.grad().equal(at::zeros({2}, at::kDouble)));
}

}  // namespace
}  // namespace pauc
