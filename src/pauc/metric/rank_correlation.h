#pragma once

#include <optional>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// The rank of each value from 1 (the smallest) on; equal values share the mean of their ranks.
std::vector<double> ranks_of(Span<const double> values);

// Spearman's rank correlation: Pearson's correlation of the ranks. None for fewer than two values, or if all values of
// a list are equal.
std::optional<double> rank_correlation(Span<const double> a, Span<const double> b);

}  // namespace pauc
