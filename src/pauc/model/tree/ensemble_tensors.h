#pragma once

#include <cstdint>

#include "pauc/batch/named_tensors.h"
#include "pauc/model/tree/ensemble.h"

namespace pauc {

// An ensemble as tensors, for checkpoints and files of weights.
NamedTensors tensors_of(const TreeEnsemble& ensemble);
// Refuses tensors that are not those of an ensemble for so many features.
TreeEnsemble ensemble_from(const NamedTensors& tensors, std::int64_t features);

}  // namespace pauc
