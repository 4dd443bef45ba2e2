#pragma once

#include <string>

#include "pauc/objective/objective.h"
#include "pauc/objective/rows.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

/// Makes an objective by its name in the registry, with its options as text:
///
///   Objective objective = make_objective("sopa-s", {{"lambda", "0.1"}}, examples);
///
/// `examples` is the number of slots, that is, of training examples that batches refer to. Each method also has a typed
/// overload: make_objective(SopaSOptions{...}, examples). Throws UserError for unknown names and bad values.
Objective make_objective(const std::string& name, const Settings& settings, SlotCounts examples,
                         Route route = Route::automatic);

}  // namespace pauc
