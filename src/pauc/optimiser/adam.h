#pragma once

#include "pauc/optimiser/optimiser.h"

namespace pauc {

// The update of torch::optim::Adam with the same bits, in one pass over each weight tensor:
//
//   g <- g + decay w,  m <- .9 m + .1 g,  v <- .999 v + .001 g^2
//   w <- w - lr / (1 - .9^t)  m / (sqrt(v) / sqrt(1 - .999^t) + 1e-8)
//
// It saves the same tensors under the same names. Weights that are not contiguous float or double in CPU memory use
// LibTorch's Adam.
Optimiser make_adam(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
