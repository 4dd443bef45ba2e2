#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/span.h"

namespace pauc {

// The values of a tensor as numbers of one type in CPU memory. Copies only if the tensor has another type or device, or
// is not contiguous. Empty for an undefined tensor. For small batches, loops over these numbers are faster than tensor
// operations.
template <class Number>
class FlatNumbers {
 public:
  explicit FlatNumbers(const at::Tensor& tensor) {
    if (!tensor.defined()) return;
    constexpr auto kType = c10::CppTypeToScalarType<Number>::value;
    const bool ready = tensor.scalar_type() == kType && tensor.device().is_cpu() && tensor.is_contiguous();
    tensor_ = ready ? tensor : tensor.detach().to(at::kCPU, kType).contiguous();
    span_ = {cpu_data<Number>(tensor_), tensor_.numel()};
  }

  Span<const Number> span() const { return span_; }
  const Number* begin() const { return span_.begin(); }
  const Number* end() const { return span_.end(); }
  const Number& operator[](std::int64_t k) const { return span_[k]; }

 private:
  at::Tensor tensor_;
  Span<const Number> span_;
};

inline std::vector<double> numbers_of(const at::Tensor& tensor) {
  const FlatNumbers<double> numbers(tensor);
  return {numbers.begin(), numbers.end()};
}

}  // namespace pauc
