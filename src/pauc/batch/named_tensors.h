#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <map>
#include <string>

namespace pauc {

/// Tensors by name. A checkpoint keeps the state of every stage in this form.
using NamedTensors = std::map<std::string, at::Tensor, std::less<>>;

/// A copy that shares no memory.
NamedTensors snapshot(const NamedTensors& tensors);

/// Refuses `saved` unless it has the names, types and shapes of `own`.
void require_same_shapes(const NamedTensors& saved, const NamedTensors& own);

}  // namespace pauc
