#pragma once

#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/uncertainty.h"

namespace pauc {

// Intervals of TPR along each curve: at FPR 0, at the first threshold, at every rate where the curve has risen or where
// a slanted piece (tied scores) begins, and at FPR 1. The interval at a rate holds for all rates up to the next one.
//
// A curve with more than `points` such rates is thinned. Neighbours then differ by less than 1/points in FPR and in TPR
// and by less than a factor of 10^(2/points) in FPR, which suits linear and logarithmic axes; they differ by more only
// if no rate lies between them. About points (4 + decades) rates remain at most. Rates that the operating points at
// `kept_rates` use are always kept.
//
// The intervals are analytic even if `options` asks for the bootstrap: replicates at so many rates would take minutes
// and look the same.
std::vector<std::vector<OperatingEstimate>> curve_bands(const ScoredRows& rows,
                                                        const std::vector<RankedColumn>& columns,
                                                        const std::vector<double>& kept_rates, std::int64_t points,
                                                        const UncertaintyOptions& options);

}  // namespace pauc
