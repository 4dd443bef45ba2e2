#pragma once

#include <cstdint>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The exact objective of a whole training set: like make_objective, for batches that hold all examples. Value and
// gradient depend on the scores alone, not on earlier steps, so a line search may evaluate them anywhere. The settings
// of ObjectiveInfo::full_batch switch moving averages and own thresholds off. Refuses methods that cannot be searched.
Objective make_full_batch_objective(const std::string& name, Settings settings, std::int64_t examples);

}  // namespace pauc
