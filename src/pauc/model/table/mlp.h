#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

// Hidden layers, each linear, batch norm if asked for, ReLU, dropout; a linear layer to one score at the end.
struct MlpOptions {
  std::vector<std::int64_t> hidden = {128, 128};
  bool batch_norm = false;
  double dropout = 0.1;
};

inline const Fields<MlpOptions> kMlpFields = {
    {"hidden", &MlpOptions::hidden, "sizes of the hidden layers, such as 256,128"},
    {"batch_norm", &MlpOptions::batch_norm, "batch norm behind each hidden layer: on, off"},
    {"dropout", &MlpOptions::dropout, "share of hidden values set to 0 in training"},
};

}  // namespace pauc
