#include "pauc/model/model.h"

#include <c10/core/GradMode.h>

namespace pauc {

std::vector<at::Tensor> Model::parameter_list() const {
  std::vector<at::Tensor> list;
  for (const auto& [name, tensor] : parameters) list.push_back(tensor);
  return list;
}

NamedTensors Model::weights() const {
  if (save) return save();
  NamedTensors all = parameters;
  all.insert(buffers.begin(), buffers.end());
  return all;
}

NamedTensors Model::kept_weights() const { return mark ? mark() : snapshot(weights()); }

void copy_weights(const NamedTensors& from, Model& to) {
  if (to.load) return to.load(from);
  const c10::NoGradGuard no_graph;
  NamedTensors own = to.weights();
  require_same_shapes(from, own);
  for (auto& [name, tensor] : own) tensor.copy_(from.at(name));
}

}  // namespace pauc
