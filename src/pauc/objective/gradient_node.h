#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/span.h"

namespace pauc {

// A scalar with this value whose gradient by `scores` is `gradient` [B]: one node in the graph, whatever was computed
// to get there. It is a float where scores are narrower. Refuses a gradient that leaves the range of the scores' type.
at::Tensor with_gradient(const at::Tensor& scores, Span<const double> gradient, double value);

}  // namespace pauc
