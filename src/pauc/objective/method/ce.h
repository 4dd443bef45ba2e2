#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// CE: binary cross-entropy of the raw scores, the (weighted) mean over the batch.
///
/// It has no pairs and no region, takes weights of examples, and accepts a batch with one class.
struct CeOptions {};

/// Options of cross-entropy by name, for config files and `--help`.
inline const Fields<CeOptions> kCeFields = {};

/// Makes cross-entropy. `examples` is the number of training examples (slots); throws UserError if an option is out of
/// range.
Objective make_objective(const CeOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
