#pragma once

#include <vector>

#include "pauc/objective/registry.h"
#include "pauc/trainer/config/defaults.h"

namespace pauc {

// The row of the objective that a config names.
const ObjectiveInfo& objective_of(const Config& config);

// Whether training starts from a run on these data. Weights from a file were learnt elsewhere and need a full training.
bool fine_tunes(const Config& config);

// Fills in the objective's own options that were left open.
void complete_objective(Config& config, const ObjectiveInfo& info, const DataFacts& facts);

// The options of the objective that have no effect with the others, by key.
std::vector<IdleOption> idle_objective_options(const Config& config);

}  // namespace pauc
