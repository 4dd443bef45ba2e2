#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"

namespace pauc::kernel {

// How much of each score lies among the first `count` in descending order: 1, 0, or at the cut its share; tied scores
// at the cut share equally. A count below 1 is the first score's share.
std::vector<double> shares_by_rank(const DescendingScores& sorted, double count);

// The same in the order of the batch.
std::vector<double> shares_of_top(const DescendingScores& sorted, double count);

// The same for the last `count`, in the order of the batch.
std::vector<double> shares_of_bottom(Span<const double> scores, double count);

// Mean of the largest `count` values, the last with its fraction: CVaR of a list. Below 1, the largest.
double mean_of_largest(Span<const double> values, double count);

}  // namespace pauc::kernel
