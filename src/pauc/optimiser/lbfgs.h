#pragma once

#include "pauc/optimiser/optimiser.h"

namespace pauc {

// LibTorch's LBFGS with its strong-Wolfe line search, on a copy of all parameters in double. A model in float is then
// trained to the accuracy of double and rounded once; the differences of gradients that the method lives on would drown
// in the rounding of float weights.
Optimiser make_lbfgs(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
