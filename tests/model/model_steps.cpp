#include "model/model_steps.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>

#include "support/batches.h"

namespace pauc::test {

at::Tensor normal_numbers(Random& random, at::IntArrayRef sizes) {
  at::Tensor values = at::empty(sizes, at::kDouble);
  auto* numbers = values.data_ptr<double>();
  for (std::int64_t k = 0; k < values.numel(); ++k) numbers[k] = random.normal();
  return values;
}

void make_double(const Model& model) {
  for (const auto& [name, tensor] : model.weights()) tensor.set_data(tensor.detach().to(at::kDouble));
}

void shake(const Model& model, Random& random) {
  const c10::NoGradGuard no_graph;
  for (const auto& [name, tensor] : model.weights()) {
    const at::Tensor moved = tensor + 0.3 * normal_numbers(random, tensor.sizes());
    const bool variance = name.size() > 4 && name.compare(name.size() - 4, 4, "_var") == 0;
    tensor.copy_(variance ? moved.abs() + 0.1 : moved);
  }
}

StepResult training_step(const Model& model, const Batch& batch, const at::Tensor& loss_weights, Random& noise) {
  StepResult result;
  result.scores = model.forward(batch, &noise);
  (result.scores * loss_weights).sum().backward();
  for (const auto& [name, tensor] : model.parameters) result.gradients[name] = tensor.grad().clone();
  for (const auto& [name, tensor] : model.parameters) tensor.mutable_grad().reset();
  result.scores = result.scores.detach();
  return result;
}

double largest_difference(const at::Tensor& a, const at::Tensor& b) {
  if (a.numel() == 0) return 0;
  const double scale = std::max(1.0, b.abs().max().item<double>());
  return (a - b).abs().max().item<double>() / scale;
}

}  // namespace pauc::test
