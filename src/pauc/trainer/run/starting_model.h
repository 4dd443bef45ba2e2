#pragma once

#include <functional>
#include <string>

#include "pauc/trainer/run/training.h"

namespace pauc {

// The model that a training starts from: drawn by the seed, or with the weights of Training::start. On the device
// (but see stays_on_cpu) and by the kernels of the config; with several ranks, batch norm is over all of them unless
// the config says otherwise. `say` is told what was taken from a file of weights.
Model starting_model(const Training& training, const PreparedData& data,
                     const std::function<void(const std::string&)>& say);

}  // namespace pauc
