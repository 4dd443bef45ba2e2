#include "pauc/kernel/rank_shares.h"

#include <algorithm>

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

std::vector<double> shares_of_top(const DescendingScores& sorted, double count) {
  const std::vector<double> by_rank = shares_by_rank(sorted, count);
  std::vector<double> shares(by_rank.size());
  for (std::size_t k = 0; k < by_rank.size(); ++k) shares[sorted.places[k]] = by_rank[k];
  return shares;
}

std::vector<double> shares_of_bottom(Span<const double> scores, double count) {
  std::vector<double> turned(scores.begin(), scores.end());
  for (double& score : turned) score = -score;
  return shares_of_top(sorted_descending(turned), count);
}

double mean_of_largest(Span<const double> values, double count) {
  const auto shares = shares_of_top(sorted_descending(values), count);
  double sum = 0;
  for (std::int64_t k = 0; k < values.size(); ++k) sum += shares[k] * values[k];
  return sum / count;
}

}  // namespace pauc::kernel
