#pragma once

#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/uncertainty.h"

namespace pauc {

// The intervals around a curve: TPR at rates from the first that the negatives can show up to 1, half of them spread
// evenly, half by their logarithm, so that both kinds of axes are served. By the analytic way, whatever way the figures
// go, since replicates at so many rates would cost minutes and look the same.
std::vector<std::vector<OperatingEstimate>> curve_bands(const ScoredRows& rows,
                                                        const std::vector<RankedColumn>& columns, std::int64_t points,
                                                        const UncertaintyOptions& options);

}  // namespace pauc
