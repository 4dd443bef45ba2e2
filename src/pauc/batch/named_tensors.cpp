#include "pauc/batch/named_tensors.h"

#include "pauc/batch/shape.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

std::string kind_of(const at::Tensor& tensor) {
  return joined(c10::toString(tensor.scalar_type()), " ", shape_of(tensor));
}

}  // namespace

NamedTensors snapshot(const NamedTensors& tensors) {
  NamedTensors copies;
  for (const auto& [name, tensor] : tensors) copies[name] = tensor.detach().clone();
  return copies;
}

void require_same_shapes(const NamedTensors& saved, const NamedTensors& own) {
  for (const auto& [name, tensor] : saved) {
    const auto found = own.find(name);
    require(found != own.end(), "state: nothing here is called \"", name, '"');
    const bool same = tensor.sizes() == found->second.sizes() && tensor.scalar_type() == found->second.scalar_type();
    if (!same) fail(Fault::data, "state: ", name, ": expected ", kind_of(found->second), ", got ", kind_of(tensor));
  }
  for (const auto& entry : own) {
    require(saved.find(entry.first) != saved.end(), "state: expected \"", entry.first, "\" among what was saved");
  }
}

}  // namespace pauc
