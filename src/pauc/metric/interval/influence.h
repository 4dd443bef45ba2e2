#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/roc.h"

namespace pauc {

// How much each row moves a measure: the derivative with respect to the mass of the row's tie block, centred within its
// class, times the row's share of its class. The variance of the measure is the sum of the squares (derived in
// docs/metrics.md). To compare two scores on the same rows, take the difference of their influences; with groups, sum
// the influences of each group.
//
// For an area this is the influence function of the ROC polygon, exact with ties, weights and bounds that cut a block.
// For TprAt, a positive counts by whether it passes the threshold. A negative counts by how much it moves the
// threshold, times the slope of the curve there, which is estimated over a small window.
std::vector<double> influence(const Cases& cases, const Ranking& ranking, const RocCurve& curve,
                              const Measure& measure);

// Derivatives of the normalised measure with respect to the mass of the negatives and positives in block k, for fixed
// class totals. If a bound meets a corner of the curve, this is the derivative for growing mass.
struct BlockDerivatives {
  std::vector<double> negatives;  // [K]
  std::vector<double> positives;  // [K]
};
BlockDerivatives block_derivatives(Span<const Vertex> curve, const Region& region);
BlockDerivatives block_derivatives(Span<const Vertex> curve, const TprBand& band);

// Sum of the squares of `influence` over independent units, times n/(n - 1) of each class. With `groups` (a number per
// row, below group_count) the units are groups, and n is the number of groups.
double influence_variance(Span<const double> influence, const Cases& cases, Span<const std::uint32_t> groups,
                          std::int64_t group_count);

// Influence of each unit: of each row or, with groups, the sum over each group.
std::vector<double> influence_by_unit(Span<const double> influence, Span<const std::uint32_t> groups,
                                      std::int64_t group_count);

}  // namespace pauc
