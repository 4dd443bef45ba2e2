#pragma once

#include "pauc/objective/pair/options.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

struct Objective;

/// AUC-SH: the whole AUC, by the mean loss over all pairs of the batch; squared hinge by default.
///
///   F(w) = 1/(n+ n-) sum_ij l(h_i - h_j)
struct AucShOptions : PairOptions {};

/// Options of AUC-SH by name, for config files and `--help`.
inline const Fields<AucShOptions> kAucShFields = with_pair_fields<AucShOptions>({});

/// Makes AUC-SH. `examples` is the number of training examples (slots); throws UserError if an option is out of range.
Objective make_objective(const AucShOptions& options, SlotCounts examples, Route route = Route::automatic);

}  // namespace pauc
