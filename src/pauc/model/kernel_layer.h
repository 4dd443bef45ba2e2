#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/GradMode.h>

#include "pauc/core/error.h"

namespace pauc {

// Call it in the backward of layers with kernels of their own: with create_graph, the derivative of the gradient would
// silently be missing.
inline void require_first_derivatives() {
  require_usage(!c10::GradMode::is_enabled(),
                "backward: this model has first derivatives only; create_graph asks for second ones");
}

// Calls work(float) or work(double), depending on the type of the tensor.
template <class Work>
void by_type(const at::Tensor& tensor, const Work& work) {
  if (tensor.scalar_type() == at::kDouble) return work(double{});
  require(tensor.scalar_type() == at::kFloat, "model: expected float or double, got ",
          c10::toString(tensor.scalar_type()));
  work(float{});
}

}  // namespace pauc
