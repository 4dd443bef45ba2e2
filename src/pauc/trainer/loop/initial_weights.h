#pragma once

#include <string>
#include <vector>

#include "pauc/batch/named_tensors.h"
#include "pauc/model/model.h"

namespace pauc {

// Weights to start from, of a run or of a file that --init names; none where nothing is named.
NamedTensors read_initial_weights(const std::string& init);

// Puts the weights of a file into a model that has the same names, as torchvision's networks have them. The last layer
// (fc) may be missing or of another shape, and the first (conv1.weight) may have another: they stay as they were drawn,
// the first with a note. Counts of batches (num_batches_tracked) are passed over. Any other name or shape is refused.
void take_weights(const NamedTensors& from, const std::string& file, Model& to, std::vector<std::string>& notes);

}  // namespace pauc
