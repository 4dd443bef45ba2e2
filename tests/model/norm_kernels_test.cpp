// Batch norm, activation and dropout in one pass: by hand, by finite differences, and beside LibTorch's own.
#include "pauc/model/norm_kernels.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <cmath>

#include "model/model_steps.h"
#include "pauc/model/table/linear_norm.h"
#include "support/batches.h"

namespace pauc {
namespace {

using Numbers = std::vector<double>;

Numbers random_numbers(Random& random, std::int64_t size, double mean = 0) {
  Numbers numbers(size);
  for (double& number : numbers) number = mean + random.normal();
  return numbers;
}

struct Problem {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  Numbers input, scale, shift, added, outer;
  std::vector<std::uint8_t> kept;
  Activation activation = Activation::none;

  NormStep<double> step() const {
    return {rows,       width, input.data(), scale.data(), shift.data(), added.empty() ? nullptr : added.data(),
            activation, 1.25};
  }
  ColumnStatistics statistics() const { return column_statistics(input.data(), rows, width); }
  Numbers output(std::vector<std::uint8_t>& passes) const {
    Numbers output(input.size());
    passes.resize(input.size());
    normalise(step(), statistics(), kept.empty() ? nullptr : kept.data(), passes.data(), output.data());
    return output;
  }
  double value() const {
    std::vector<std::uint8_t> passes;
    const Numbers values = output(passes);
    double sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k) sum += outer[k] * values[k];
    return sum;
  }
};

Problem random_problem(Random& random, std::int64_t rows, std::int64_t width, Activation activation) {
  Problem problem;
  problem.rows = rows;
  problem.width = width;
  problem.input = random_numbers(random, rows * width, 2);
  problem.scale = random_numbers(random, width);
  problem.shift = random_numbers(random, width);
  problem.outer = random_numbers(random, rows * width);
  for (std::int64_t k = 0; k < rows * width; ++k) problem.kept.push_back(random.below(5) > 0 ? 1 : 0);
  problem.activation = activation;
  return problem;
}

void expect_differences(Numbers& numbers, const Numbers& gradient, const std::function<double()>& value) {
  constexpr double kStep = 1e-6;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double before = numbers[k];
    numbers[k] = before + kStep;
    const double above = value();
    numbers[k] = before - kStep;
    const double below = value();
    numbers[k] = before;
    ASSERT_NEAR(gradient[k], (above - below) / (2 * kStep), 1e-6) << k;
  }
}

TEST(NormKernels, GradientsAreThoseOfFiniteDifferences) {
  Random random(1);
  for (const Activation activation : {Activation::none, Activation::relu}) {
    for (const int tail : {0, 1, 2, 3}) {
      Problem problem = random_problem(random, 40, 3, activation);
      if (tail % 2 == 0) problem.kept.clear();
      if (tail / 2 == 1) problem.added = random_numbers(random, 40 * 3);
      Numbers to_added(problem.added.size(), 7);
      std::vector<std::uint8_t> passes;
      problem.output(passes);
      Numbers to_input(problem.input.size(), 7);
      Numbers to_scale(problem.width, 7);
      Numbers to_shift(problem.width, 7);
      normalise_back(problem.step(), problem.statistics(), passes.data(), problem.outer.data(),
                     {to_input.data(), to_scale.data(), to_shift.data(), to_added.empty() ? nullptr : to_added.data()});
      const auto value = [&] { return problem.value(); };
      expect_differences(problem.input, to_input, value);
      expect_differences(problem.scale, to_scale, value);
      expect_differences(problem.shift, to_shift, value);
      expect_differences(problem.added, to_added, value);
    }
  }
}

TEST(NormKernels, StatisticsOfManyRowsKeepTheirDigits) {
  // A mean far from 0 and more rows than a chunk has: a plain sum in float would lose the variance.
  constexpr std::int64_t kRows = 5000;
  Random random(2);
  std::vector<float> values;
  double sum = 0;
  for (std::int64_t row = 0; row < kRows; ++row) {
    values.push_back(static_cast<float>(1000 + random.normal()));
    sum += static_cast<double>(values.back());
  }
  double squares = 0;
  for (const float value : values) squares += std::pow(static_cast<double>(value) - sum / kRows, 2);
  const ColumnStatistics found = column_statistics(values.data(), kRows, 1);
  EXPECT_NEAR(found.mean[0], sum / kRows, 1e-4);
  EXPECT_NEAR(found.variance[0], squares / kRows, 1e-5);
}

TEST(NormKernels, NothingHidesNotANumber) {
  Random random(3);
  Problem problem = random_problem(random, 4, 1, Activation::relu);
  problem.input[2] = std::nan("");
  problem.kept.clear();
  std::vector<std::uint8_t> passes;
  for (const double value : problem.output(passes)) EXPECT_TRUE(std::isnan(value));
}

// Both routes, their masks, their statistics and gradients; in double, ReLU gates flip in float.
TEST(LinearNorm, RoutesAgree) {
  for (const NormTail tail : {NormTail{Activation::relu, 0}, NormTail{Activation::relu, 0.5},
                              NormTail{Activation::none, 0.3}, NormTail{Activation::none, 0}}) {
    for (const std::int64_t rows : {0, 1, 2, 3000}) {
      Random random(4);
      const at::Tensor values = test::numbers(random_numbers(random, rows * 10)).reshape({rows, 10});
      const at::Tensor outer = test::numbers(random_numbers(random, rows * 7)).reshape({rows, 7});
      std::vector<Model> models(2);
      std::vector<at::Tensor> inputs;
      std::vector<at::Tensor> outputs;
      std::vector<std::uint64_t> next;
      for (const ModelRoute route : {ModelRoute::kernels, ModelRoute::tensors}) {
        Model& model = models[outputs.size()];
        Random weights(5);
        const LinearNormLayer layer{add_linear(model, "l", 10, 7, weights), add_batch_norm(model, "n", 7), tail};
        test::make_double(model);
        Random noise(6);
        inputs.push_back(values.clone().set_requires_grad(true));
        outputs.push_back(layer(inputs.back(), &noise, 0.25, route));
        outputs.back().backward(outer);
        next.push_back(noise.next());
      }
      EXPECT_EQ(next[0], next[1]);
      EXPECT_LT(test::largest_difference(outputs[0], outputs[1]), 1e-11) << rows;
      EXPECT_LT(test::largest_difference(inputs[0].grad(), inputs[1].grad()), 1e-10) << rows;
      for (const auto& [name, tensor] : models[0].parameters) {
        EXPECT_LT(test::largest_difference(tensor.grad(), models[1].parameters.at(name).grad()), 1e-10) << name;
      }
      for (const auto& [name, tensor] : models[0].buffers) {
        EXPECT_LT(test::largest_difference(tensor, models[1].buffers.at(name)), 1e-13) << name << " " << rows;
      }
    }
  }
}

}  // namespace
}  // namespace pauc
