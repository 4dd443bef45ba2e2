#include "pauc/kernel/rank_shares.h"

#include <algorithm>
#include <utility>

namespace pauc::kernel {

std::vector<double> shares_by_rank(const DescendingScores& sorted, double count) {
  std::vector<double> shares(sorted.gaps.size(), 0.0);
  for (std::size_t begin = 0; begin < shares.size() && static_cast<double>(begin) < count;) {
    std::size_t end = begin + 1;
    while (end < shares.size() && sorted.gaps[end] == sorted.gaps[begin]) ++end;
    const auto size = static_cast<double>(end - begin);
    const double share = std::min(1.0, (count - static_cast<double>(begin)) / size);
    for (std::size_t k = begin; k < end; ++k) shares[k] = share;
    begin = end;
  }
  return shares;
}

namespace {

std::vector<double> shares_between(const DescendingScores& sorted, double above, double count) {
  std::vector<double> shares = shares_by_rank(sorted, count);
  if (above == 0) return shares;
  const std::vector<double> outside = shares_by_rank(sorted, above);
  for (std::size_t k = 0; k < shares.size(); ++k) shares[k] -= outside[k];
  return shares;
}

}  // namespace

double TopShares::sum() const {
  double sum = 0;
  for (const double share : shares) sum += share;
  return sum;
}

TopShares top_shares(Span<const double> scores, double count, double above, int threads) {
  TopShares top{sorted_top(scores, count, threads), {}};
  top.shares = shares_between(top.scores, above, count);
  return top;
}

TopShares top_shares(const DescendingScores& sorted, double count, double above) {
  std::vector<double> shares = shares_between(sorted, above, count);
  while (shares.size() > 1 && shares.back() == 0) shares.pop_back();
  return {top_of(sorted, shares.size()), std::move(shares)};
}

std::vector<double> in_batch_order(const TopShares& top) {
  std::vector<double> shares(top.scores.in_batch);
  for (std::size_t k = 0; k < top.shares.size(); ++k) shares[top.scores.places[k]] = top.shares[k];
  return shares;
}

std::vector<double> shares_of_top(Span<const double> scores, double count) {
  return in_batch_order(top_shares(scores, count));
}

std::vector<double> shares_of_bottom(Span<const double> scores, double count) {
  std::vector<double> turned(scores.begin(), scores.end());
  for (double& score : turned) score = -score;
  return shares_of_top(turned, count);
}

double mean_of_largest(Span<const double> values, double count) {
  const auto shares = shares_of_top(values, count);
  double sum = 0;
  for (std::int64_t k = 0; k < values.size(); ++k) sum += shares[k] * values[k];
  return sum / count;
}

}  // namespace pauc::kernel
