#include "pauc/metric/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/core/error.h"

namespace pauc {

std::vector<double> ranks_of(Span<const double> values) {
  std::vector<std::int64_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(order.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double shared = static_cast<double>(begin + end + 1) / 2;  // the mean of begin + 1 .. end
    for (; begin < end; ++begin) ranks[order[begin]] = shared;
  }
  return ranks;
}

std::optional<double> rank_correlation(Span<const double> a, Span<const double> b) {
  require(a.size() == b.size(), "rank correlation: expected lists of one length, got ", a.size(), " and ", b.size());
  const std::vector<double> ranks_a = ranks_of(a);
  const std::vector<double> ranks_b = ranks_of(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for (std::size_t i = 0; i < ranks_a.size(); ++i) {
    product += (ranks_a[i] - mean) * (ranks_b[i] - mean);
    square_a += (ranks_a[i] - mean) * (ranks_a[i] - mean);
    square_b += (ranks_b[i] - mean) * (ranks_b[i] - mean);
  }
  if (square_a <= 0 || square_b <= 0) return std::nullopt;
  return std::clamp(product / std::sqrt(square_a * square_b), -1.0, 1.0);
}

}  // namespace pauc
