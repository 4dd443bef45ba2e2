#pragma once

#include <cstdint>
#include <string>

#include "pauc/core/fields.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The exact objective of a whole training set: like make_objective, for batches that hold all examples. Value and
// gradient depend on the scores alone, not on earlier steps, so a line search may evaluate them anywhere. Moving
// averages are switched off (ObjectiveInfo::full_batch), and sopa cuts at the exact quantile of the negatives.
Objective make_full_batch_objective(const std::string& name, Settings settings, std::int64_t examples);

}  // namespace pauc
