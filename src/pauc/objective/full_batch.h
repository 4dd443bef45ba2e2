#pragma once

#include <cstdint>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The exact objective of a whole training set: like make_objective, for batches that hold all examples. Value and
// gradient depend on the scores and on numbers that stay as they are (lambda, score_scale), not on earlier steps, so a
// line search may evaluate them anywhere. The first evaluation sets a score_scale that is not known yet. The settings
// of ObjectiveInfo::full_batch switch moving averages and own thresholds off. Refuses methods that cannot be searched.
Objective make_full_batch_objective(const std::string& name, Settings settings, std::int64_t examples);

}  // namespace pauc
