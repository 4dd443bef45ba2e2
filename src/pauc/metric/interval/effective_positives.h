#pragma once

#include <vector>

#include "pauc/metric/roc.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// The number of independent positives behind the TPR at each threshold, for an exact binomial interval. Without weights
// and groups it is the number of positives. Otherwise it is the number that would give the observed rate the same
// variance (Korn and Graubard 1998), at most Kish's effective number of units. The threshold is fixed: only the
// positives vary.
//
// Points are ordered by descending threshold and computed in one pass over the rows. Let w be a unit's share of the
// positives' weight, a the part of w that passes the threshold, and t the TPR. The sum of (a - t w)^2 over units is
// kept as three sums: of a a, a w and w w.
std::vector<double> effective_positives(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                        const std::vector<OperatingPoint>& points);

}  // namespace pauc
