#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/roc.h"

namespace pauc {

// How much each row moves a measure: the derivative by the mass of the row's tie block, centred within its class, times
// the row's share of its class. The measure's variance is the sum of squares of these (docs/metrics.md derives it); two
// scores on the same rows are compared by the difference of theirs, and grouped rows by their sums.
//
// For an area this is the influence function of the ROC polygon, exact with ties, weights and bounds that cut a block.
// For TprAt, positives count by passing the threshold, negatives by moving it: times the slope of the curve there,
// which is estimated over a small window.
std::vector<double> influence(const Cases& cases, const Ranking& ranking, const RocCurve& curve,
                              const Measure& measure);

// Derivatives of the normalised measure by the mass of block k's negatives and positives, class totals held fixed.
// Where a bound meets a corner of the curve, the derivative for growing mass.
struct BlockDerivatives {
  std::vector<double> negatives;  // [K]
  std::vector<double> positives;  // [K]
};
BlockDerivatives block_derivatives(Span<const Vertex> curve, const Region& region);
BlockDerivatives block_derivatives(Span<const Vertex> curve, const TprBand& band);

// Sum of squares of `influence` over independent units: rows, or groups of rows when `groups` (a number per row, below
// group_count) is not empty; with the n/(n-1) of each class, or of the groups.
double influence_variance(Span<const double> influence, const Cases& cases, Span<const std::uint32_t> groups,
                          std::int64_t group_count);

// The influence of each unit: of each row, or summed by group.
std::vector<double> influence_by_unit(Span<const double> influence, Span<const std::uint32_t> groups,
                                      std::int64_t group_count);

}  // namespace pauc
