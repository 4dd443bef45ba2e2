#include "pauc/objective/gradient_node.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/functions/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

// Filling numbers by hand saves tensor operations, which are much beside a small batch.
template <class Number>
at::Tensor gradient_tensor(Span<const double> values, double bound) {
  at::Tensor tensor = at::empty({values.size()}, c10::CppTypeToScalarType<Number>::value);
  auto* number = cpu_data<Number>(tensor);
  bool fits = true;
  for (std::int64_t k = 0; k < values.size(); ++k) {
    fits &= std::abs(values[k]) <= bound;
    number[k] = static_cast<Number>(values[k]);
  }
  if (fits) return tensor;
  const double* strange =
      std::find_if(values.begin(), values.end(), [&](double value) { return !(std::abs(value) <= bound); });
  fail(Fault::data, "scores: too far apart for these options: a gradient of ", *strange,
       " leaves the range of their type");
}

template <class Number>
at::Tensor value_tensor(double value) {
  at::Tensor tensor = at::empty({}, c10::CppTypeToScalarType<Number>::value);
  *cpu_data<Number>(tensor) = static_cast<Number>(value);
  return tensor;
}

bool is_one(const at::Tensor& scalar) {
  if (!scalar.device().is_cpu() || scalar.numel() != 1) return false;
  if (scalar.scalar_type() == at::kFloat) return *cpu_data<float>(scalar) == 1;
  return scalar.scalar_type() == at::kDouble && *cpu_data<double>(scalar) == 1;
}

// d loss / d scores = outer x gradient. A node of our own and not torch::autograd::Function: that costs a microsecond,
// which is a tenth of a small step.
class KnownGradient : public torch::autograd::Node {
 public:
  explicit KnownGradient(at::Tensor gradient) : gradient_(std::move(gradient)) {}

  torch::autograd::variable_list apply(torch::autograd::variable_list&& outer) override {
    // With create_graph the derivative of the gradient itself would silently be missing.
    require_usage(!c10::GradMode::is_enabled(),
                  "backward: these objectives have first derivatives only; create_graph "
                  "asks for second ones");
    const std::lock_guard<std::mutex> lock(mutex_);
    require_usage(gradient_.defined(),
                  "backward: expected retain_graph in the first call for this loss, got a second call without it");
    if (!outer[0].defined()) return {at::Tensor()};
    // Nearly always: nobody asks again, so the gradient is handed over without another pass through its numbers.
    if (is_last_ && is_one(outer[0])) return {std::exchange(gradient_, at::Tensor())};
    return {outer[0] * gradient_};
  }

  void will_release_variables() override { is_last_ = true; }
  void release_variables() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    gradient_.reset();
  }

 private:
  at::Tensor gradient_;
  bool is_last_ = false;
};

// Nodes are held by a shared pointer with a deleter of their own, in later versions of LibTorch by an intrusive one.
using NodePointer = std::decay_t<decltype(std::declval<torch::autograd::Edge>().function)>;

template <class Pointer>
Pointer make_node(const at::Tensor& scores, at::Tensor gradient) {
  auto* node = new KnownGradient(std::move(gradient));
  Pointer pointer;
  if constexpr (std::is_same_v<Pointer, std::shared_ptr<torch::autograd::Node>>) {
    pointer = Pointer(node, torch::autograd::deleteNode);
  } else {
    pointer = Pointer::reclaim(node);
  }
  node->set_next_edges(torch::autograd::collect_next_edges(scores));
  return pointer;
}

double largest_number(at::ScalarType type) {
  if (type == at::kDouble) return std::numeric_limits<double>::max();
  if (type == at::kHalf) return 65504;
  return static_cast<double>(std::numeric_limits<float>::max());  // bfloat16 reaches as far
}

}  // namespace

at::Tensor with_gradient(const at::Tensor& scores, Span<const double> gradient, double value) {
  const bool wide = scores.scalar_type() == at::kDouble;
  const double bound = largest_number(scores.scalar_type());
  at::Tensor gradients = wide ? gradient_tensor<double>(gradient, bound) : gradient_tensor<float>(gradient, bound);
  require(std::abs(value) <= largest_number(wide ? at::kDouble : at::kFloat),
          "scores: too far apart for these options: a value of ", value, " leaves the range of their type");
  at::Tensor result = wide ? value_tensor<double>(value) : value_tensor<float>(value);
  if (!scores.device().is_cpu()) {
    gradients = gradients.to(scores.device());
    result = result.to(scores.device());
  }
  if (!torch::autograd::compute_requires_grad(scores)) return result;
  torch::autograd::set_history(result, make_node<NodePointer>(scores, std::move(gradients)));
  return result;
}

}  // namespace pauc
