#include "gin_cases.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/core/grad_mode.h>

#include "support/batches.h"

namespace pauc::test {

Model made(const GinCase& gin_case, ModelRoute route, std::uint64_t seed) {
  Random random(seed);
  return make_model(gin_case.options, {InputKind::molecule, {gin_case.columns}}, random, route);
}

void make_double(const Model& model) {
  for (const auto& [name, tensor] : model.weights()) tensor.set_data(tensor.detach().to(at::kDouble));
}

void shake(const Model& model, Random& random) {
  const at::NoGradGuard no_graph;
  for (const auto& [name, tensor] : model.weights()) {
    std::vector<double> noise(tensor.numel());
    for (double& value : noise) value = 0.3 * random.normal();
    const at::Tensor moved = tensor + numbers(noise).reshape(tensor.sizes());
    const bool variance = name.size() > 4 && name.compare(name.size() - 4, 4, "_var") == 0;
    tensor.copy_(variance ? moved.abs() + 0.1 : moved);
  }
}

GinCase random_case(Random& random) {
  const auto either = [&](const char* one, const char* other) { return random.below(2) == 0 ? one : other; };
  GinCase made;
  made.options.layers = 1 + random.below(3);
  made.options.hidden = random.below(2) == 0 ? 64 : 5;
  made.options.dropout = random.below(2) == 0 ? 0 : 0.3;
  made.options.epsilon = either("learnt", "zero");
  made.options.bonds = either("on", "off");
  made.options.pooling = either("mean", "sum");
  made.columns = random.below(3);
  std::vector<int> sizes;
  for (int k = 0; k < 12; ++k) sizes.push_back(static_cast<int>(k % 4 == 0 ? random.below(2) : random.below(25)));
  sizes.push_back(9);
  made.batch.graphs = random_graphs(random, sizes);
  if (made.columns > 0) {
    std::vector<double> values(sizes.size() * made.columns);
    for (double& value : values) value = random.normal();
    made.batch.features = numbers(values).reshape({-1, made.columns});
  }
  return made;
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
