#pragma once

#include <ATen/core/Tensor.h>

#include <stdexcept>

namespace pauc {

// The bytes of a tensor in CPU memory. A tensor elsewhere has an address that must not be read here, which no compiler
// notices; it is refused. The only place that takes bare pointers of tensors: tools/check_pointers.py looks for others.
inline void* cpu_bytes(const at::Tensor& tensor) {
  if (!tensor.device().is_cpu()) {
    throw std::logic_error("expected a tensor in CPU memory, got one on " + tensor.device().str());
  }
  return tensor.data_ptr();
}

// The same as numbers of the type that the tensor has.
template <class Number>
Number* cpu_data(const at::Tensor& tensor) {
  cpu_bytes(tensor);
  return tensor.data_ptr<Number>();
}

}  // namespace pauc
