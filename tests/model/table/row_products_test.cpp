#include "pauc/model/table/row_products.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>

#include "model/model_steps.h"
#include "pauc/model/layers.h"
#include "support/batches.h"

namespace pauc {
namespace {

at::Tensor random_matrix(Random& random, std::int64_t rows, std::int64_t columns) {
  std::vector<double> values(rows * columns);
  for (double& value : values) value = random.normal();
  return test::numbers(values).reshape({rows, columns});
}

template <class Number>
at::Tensor multiplied(const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias) {
  at::Tensor output = at::full({input.size(0), weight.size(0)}, 7, input.options());
  multiply_rows(RowProducts<Number>{input.size(0), input.size(1), weight.size(0), input.data_ptr<Number>(),
                                    weight.data_ptr<Number>(), bias.data_ptr<Number>()},
                output.data_ptr<Number>());
  return output;
}

TEST(RowProducts, AreThoseOfLibTorch) {
  Random random(1);
  for (const std::int64_t rows : {0, 1, 6, 7, 100, 1000}) {
    for (const std::int64_t terms : {0, 1, 5, 64, 600}) {
      for (const std::int64_t results : {1, 8, 15, 16, 37}) {
        const at::Tensor input = random_matrix(random, rows, terms);
        const at::Tensor weight = random_matrix(random, results, terms);
        const at::Tensor bias = random_matrix(random, 1, results)[0];
        const at::Tensor expected = at::addmm(bias, input, weight.t());
        EXPECT_LT(test::largest_difference(multiplied<double>(input, weight, bias), expected), 1e-13);
        const at::Tensor floats =
            multiplied<float>(input.to(at::kFloat), weight.to(at::kFloat), bias.to(at::kFloat)).to(at::kDouble);
        EXPECT_LT(test::largest_difference(floats, expected), 1e-4) << rows << " " << terms << " " << results;
      }
    }
  }
}

TEST(RowProducts, EqualRowsHaveEqualBitsAtEveryPlace) {
  Random random(2);
  for (const std::int64_t results : {5, 16, 128}) {
    const at::Tensor row = random_matrix(random, 1, 700).to(at::kFloat);
    const at::Tensor weight = random_matrix(random, results, 700).to(at::kFloat);
    const at::Tensor bias = random_matrix(random, 1, results)[0].to(at::kFloat);
    const at::Tensor alone = multiplied<float>(row, weight, bias);
    const at::Tensor many = multiplied<float>(row.repeat({1003, 1}), weight, bias);
    EXPECT_TRUE(at::equal(many, alone.repeat({1003, 1}))) << results;
  }
}

TEST(LinearLayer, HasTheGradientsOfLibTorchWhereItIsUsed) {
  Model model;
  Random random(3);
  const LinearLayer layer = add_linear(model, "x", 7, 3, random);
  test::make_double(model);
  const at::Tensor outer = random_matrix(random, 9, 3);
  std::vector<NamedTensors> gradients;
  for (const bool own : {true, false}) {
    const at::Tensor input = at::ones({9, 7}, at::kDouble).set_requires_grad(true);
    const at::Tensor output = own ? layer(input, nullptr) : at::linear(input, layer.weight, layer.bias);
    output.backward(outer);
    gradients.push_back({{"input", input.grad()}});
    for (const auto& [name, tensor] : model.parameters) {
      gradients.back()[name] = tensor.grad();
      tensor.mutable_grad().reset();
    }
  }
  for (const auto& [name, gradient] : gradients[0]) {
    EXPECT_LT(test::largest_difference(gradient, gradients[1].at(name)), 1e-13) << name;
  }
}

}  // namespace
}  // namespace pauc
