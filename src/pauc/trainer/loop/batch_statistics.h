#pragma once

#include <functional>

#include "pauc/core/random.h"
#include "pauc/data/dataset.h"
#include "pauc/model/model.h"
#include "pauc/sampler/sampler.h"

namespace pauc {

// Batch norm's running statistics become the even average over the sampler's next 50 batches, as training sees them:
// those of the weights as they are now, whatever was recorded before. Nothing for a model without them. `noise` is for
// dropout and augmentation of a batch.
void estimate_statistics(const Model& model, const Dataset& train, Sampler sampler,
                         const std::function<Random(std::int64_t batch)>& noise);

}  // namespace pauc
