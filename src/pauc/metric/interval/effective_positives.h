#pragma once

#include <vector>

#include "pauc/metric/roc.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// How many independent positives stand behind the TPR at each threshold, for an exact interval that counts cases: the
// positives, where each row is one. With weights or groups as many as would give the observed rate the same variance
// (Korn and Graubard 1998), and no more than Kish's effective number of units. The threshold is held: only the
// positives vary.
//
// Points by descending threshold, all of them in one pass over the rows. The sum over units of the squares of a - t w
// (w a unit's share of the positives' weight, a its part that passes, t the TPR) is kept as three sums: of a a, a w, w
// w.
std::vector<double> effective_positives(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                        const std::vector<OperatingPoint>& points);

}  // namespace pauc
