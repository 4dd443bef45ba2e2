#pragma once

#include <cstdint>

#include "pauc/objective/pair/options.h"

namespace pauc {

struct Objective;

// CE: binary cross-entropy of the raw scores, the mean over the batch; with weights the weighted mean. It has no pairs
// and no region, and takes a batch of one class.
struct CeOptions {};

inline const Fields<CeOptions> kCeFields = {};

Objective make_objective(const CeOptions& options, std::int64_t examples, Route route = Route::automatic);

}  // namespace pauc
