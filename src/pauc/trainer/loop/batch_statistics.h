#pragma once

#include <functional>

#include "pauc/core/random.h"
#include "pauc/data/dataset.h"
#include "pauc/model/model.h"
#include "pauc/ranks/ranks.h"
#include "pauc/sampler/sampler.h"

namespace pauc {

// Replaces the running statistics of batch norm by their mean over the sampler's next 50 batches, with the current
// weights and in training mode; of all ranks together. Does nothing for a model without batch norm. `noise` is for
// dropout and augmentation.
void estimate_statistics(const Model& model, const Dataset& train, Sampler sampler,
                         const std::function<Random(std::int64_t batch)>& noise, const Ranks& ranks = Ranks());

}  // namespace pauc
