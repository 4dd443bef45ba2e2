#include "pauc/kernel/descending_scores.h"

#include <algorithm>

#include "pauc/core/sort.h"

namespace pauc::kernel {

std::uint32_t DescendingScores::rank_of(double gap) const {
  if (gaps.empty() || gap > gaps.back()) return static_cast<std::uint32_t>(gaps.size());
  if (!(gap > 0)) return 0;
  const double* first = gaps.data();
  std::size_t left = gaps.size();
  if (!bins.starts.empty()) {
    // As many ranks for every gap, so that the number of steps can be foreseen.
    left = bins.most;
    first += std::min<std::size_t>(bins.starts[bins.bin(gap)], gaps.size() - left);
  }
  // Branch-free lower bound: the comparison becomes a conditional move, so that no step waits for a guess.
  while (left > 1) {
    const std::size_t half = left / 2;
    first = first[half - 1] < gap ? first + half : first;
    left -= half;
  }
  const auto rank = static_cast<std::uint32_t>(first - gaps.data());
  return rank + (left == 1 && *first < gap ? 1U : 0U);
}

DescendingScores sorted_descending(Span<const double> scores, int threads) {
  DescendingScores sorted;
  sorted.places = descending_order(scores, threads, sorted.bins);
  sorted.largest = scores.empty() ? 0 : scores[sorted.places.front()];
  sorted.gaps.resize(sorted.places.size());
  for (std::size_t k = 0; k < sorted.gaps.size(); ++k) sorted.gaps[k] = sorted.largest - scores[sorted.places[k]];
  return sorted;
}

}  // namespace pauc::kernel
