#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

/// A multilayer perceptron: hidden layers of linear, optional batch norm, ReLU and dropout, then a linear layer to one
/// score.
struct MlpOptions {
  std::vector<std::int64_t> hidden = {128, 128};  ///< sizes of the hidden layers
  bool batch_norm = false;                        ///< batch norm after each hidden linear layer
  double dropout = 0.1;                           ///< share of hidden values set to 0 in training
};

/// Options of the MLP by name.
inline const Fields<MlpOptions> kMlpFields = {
    {"hidden", &MlpOptions::hidden, "sizes of the hidden layers, such as 256,128"},
    {"batch_norm", &MlpOptions::batch_norm, "batch norm after each hidden linear layer"},
    {"dropout", &MlpOptions::dropout, "share of hidden values set to 0 in training"},
};

}  // namespace pauc
