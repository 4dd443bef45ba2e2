#pragma once

#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/uncertainty.h"

namespace pauc {

// The intervals around each curve: of the operating point at FPR 0, at the first threshold, at every rate from which on
// the curve is higher or begins to slant (tied scores), and at 1. The interval at a rate is that of all rates up to the
// next one.
//
// A curve of more than `points` such rates is thinned: neighbours are apart by less than 1/points in FPR and in TPR and
// by less than a factor of 10^(2/points) in FPR, so that both kinds of axes are served, or nothing lies between them.
// That is at most some points (4 + decades) rates. Those in use at `kept_rates` stay.
//
// By the analytic way, whatever way the figures go, since replicates at so many rates would cost minutes and look the
// same.
std::vector<std::vector<OperatingEstimate>> curve_bands(const ScoredRows& rows,
                                                        const std::vector<RankedColumn>& columns,
                                                        const std::vector<double>& kept_rates, std::int64_t points,
                                                        const UncertaintyOptions& options);

}  // namespace pauc
