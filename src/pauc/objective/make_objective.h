#pragma once

#include <cstdint>
#include <string>

#include "pauc/objective/objective.h"
#include "pauc/objective/rows.h"

namespace pauc {

// An objective by its name in the registry, its options as text:
//
//   Objective objective = make_objective("sopa-s", {{"lambda", "0.1"}}, examples);
//
// `examples` is the number of slots: training examples that batches will speak of. Each method has a typed overload as
// well: make_objective(SopaSOptions{...}, examples).
Objective make_objective(const std::string& name, const Settings& settings, std::int64_t examples,
                         Route route = Route::automatic);

}  // namespace pauc
