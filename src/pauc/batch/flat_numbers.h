#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/span.h"

namespace pauc {

// A tensor's values as numbers of one type in ordinary memory, whatever they are and wherever they lie; no copy where
// they are that already. Empty for an undefined tensor. Loops over them are cheaper than tensor operations where a
// batch is small.
template <class Number>
class FlatNumbers {
 public:
  explicit FlatNumbers(const at::Tensor& tensor) {
    if (!tensor.defined()) return;
    constexpr auto kType = c10::CppTypeToScalarType<Number>::value;
    const bool ready = tensor.scalar_type() == kType && tensor.device().is_cpu() && tensor.is_contiguous();
    tensor_ = ready ? tensor : tensor.detach().to(at::kCPU, kType).contiguous();
    span_ = {tensor_.template data_ptr<Number>(), tensor_.numel()};
  }

  Span<const Number> span() const { return span_; }
  const Number* begin() const { return span_.begin(); }
  const Number* end() const { return span_.end(); }
  const Number& operator[](std::int64_t k) const { return span_[k]; }

 private:
  at::Tensor tensor_;
  Span<const Number> span_;
};

}  // namespace pauc
