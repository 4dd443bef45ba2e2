#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/span.h"

namespace pauc {

// A scalar with this value and with the gradient `gradient` [B] with respect to `scores`: a single node in the graph.
// The scalar is a float if the scores are narrower. Refuses a gradient that overflows the type of the scores.
at::Tensor with_gradient(const at::Tensor& scores, Span<const double> gradient, double value);

}  // namespace pauc
