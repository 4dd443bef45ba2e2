#pragma once

#include <string>
#include <vector>

#include "pauc/batch/named_tensors.h"
#include "pauc/model/model.h"

namespace pauc {

// The weights of a run folder or a .safetensors file; none if `init` is empty.
NamedTensors read_initial_weights(const std::string& init);

// Copies the weights of a file into a model, matched by name as in torchvision's networks. If the last layer (fc) is
// missing or has another shape, or the first (conv1.weight) has another shape, that layer of the model stays unchanged;
// `notes` says so. Counts of batches (num_batches_tracked) are ignored. Any other difference in names or shapes is
// refused.
void take_weights(const NamedTensors& from, const std::string& file, Model& to, std::vector<std::string>& notes);

}  // namespace pauc
