#pragma once

#include <vector>

#include "pauc/metric/roc.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// The number of independent positives behind the TPR at each threshold, for an exact binomial interval. Without weights
// and groups it is the number of positives, otherwise that of PassedCases. The threshold is fixed: only the positives
// vary. Points are ordered by descending threshold and computed in one pass over the rows.
std::vector<double> effective_positives(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                        const std::vector<OperatingPoint>& points);

}  // namespace pauc
