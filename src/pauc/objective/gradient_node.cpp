#include "pauc/objective/gradient_node.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "pauc/core/error.h"

namespace pauc {

namespace {

// Filling numbers by hand saves tensor operations, which are much beside a small batch.
template <class Number>
at::Tensor gradient_tensor(Span<const double> values) {
  at::Tensor tensor = at::empty({values.size()}, c10::CppTypeToScalarType<Number>::value);
  auto* number = tensor.data_ptr<Number>();
  double largest = 0;
  for (std::int64_t k = 0; k < values.size(); ++k) {
    largest = std::max(largest, std::abs(values[k]));
    number[k] = static_cast<Number>(values[k]);
  }
  require(largest <= static_cast<double>(std::numeric_limits<Number>::max()),
          "scores: too far apart for these options: a gradient of ", largest, " leaves the range of their type");
  return tensor;
}

template <class Number>
at::Tensor value_tensor(double value) {
  at::Tensor tensor = at::empty({}, c10::CppTypeToScalarType<Number>::value);
  *tensor.data_ptr<Number>() = static_cast<Number>(value);
  return tensor;
}

// d loss / d scores = outer x gradient.
struct KnownGradient : torch::autograd::Node {
  at::Tensor gradient;

  torch::autograd::variable_list apply(torch::autograd::variable_list&& outer) override {
    return {outer[0] * gradient};
  }
};

at::Tensor scalar_like(const at::Tensor& gradient, double value) {
  if (gradient.device().is_cpu() && gradient.scalar_type() == at::kDouble) return value_tensor<double>(value);
  if (gradient.device().is_cpu() && gradient.scalar_type() == at::kFloat) return value_tensor<float>(value);
  return at::full({}, value, gradient.options());
}

}  // namespace

at::Tensor with_gradient(const at::Tensor& scores, Span<const double> gradient, double value) {
  const bool wide = scores.scalar_type() == at::kDouble;
  at::Tensor gradients = wide ? gradient_tensor<double>(gradient) : gradient_tensor<float>(gradient);
  if (!scores.device().is_cpu() || scores.scalar_type() != gradients.scalar_type()) {
    gradients = gradients.to(scores.device(), scores.scalar_type());
  }
  at::Tensor result = scalar_like(gradients, value);
  if (!torch::autograd::compute_requires_grad(scores)) return result;
  const auto node = std::shared_ptr<KnownGradient>(new KnownGradient, torch::autograd::deleteNode);
  node->set_next_edges(torch::autograd::collect_next_edges(scores));
  node->gradient = gradients;
  torch::autograd::set_history(result, node);
  return result;
}

}  // namespace pauc
