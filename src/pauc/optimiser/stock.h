#pragma once

#include "pauc/optimiser/optimiser.h"

namespace pauc {

// LibTorch's Adam and SGD.
Optimiser make_stock_adam(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);
Optimiser make_momentum(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
