#pragma once

#include "pauc/optimiser/optimiser.h"

namespace pauc {

// LibTorch's own Adam and SGD, where they are the same thing.
Optimiser make_adam(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);
Optimiser make_momentum(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
