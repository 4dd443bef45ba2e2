#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"

namespace pauc::kernel {

// The share of each score that is among the first `count` in descending order: 1 above the cut, 0 below it, and a
// fraction at the cut, where tied scores share equally. With a count below 1, the first score has that share.
std::vector<double> shares_by_rank(const DescendingScores& sorted, double count);

// The highest scores of a batch with their shares by rank. All others have the share 0.
struct TopShares {
  DescendingScores scores;
  std::vector<double> shares;

  double sum() const;
};

// Those of the first `count` scores, without those of the first `above`.
TopShares top_shares(Span<const double> scores, double count, double above = 0, int threads = 1);
TopShares top_shares(const DescendingScores& sorted, double count, double above = 0);

// Shares by rank in the order of the batch.
std::vector<double> in_batch_order(const TopShares& top);

// The shares of the first `count` scores in the order of the batch.
std::vector<double> shares_of_top(Span<const double> scores, double count);

// The same for the last `count` scores, in the order of the batch.
std::vector<double> shares_of_bottom(Span<const double> scores, double count);

// CVaR of a list: the mean of the largest `count` values, where the last one counts with its fraction. For a count
// below 1, the largest value.
double mean_of_largest(Span<const double> values, double count);

}  // namespace pauc::kernel
