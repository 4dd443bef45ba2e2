#pragma once

#include "pauc/optimiser/optimiser.h"

namespace pauc {

// Optimisers that average the weights over a stage.
Optimiser make_pesg(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);
Optimiser make_proximal(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
