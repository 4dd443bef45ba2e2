#include "pauc/kernel/descending_scores.h"

#include <algorithm>
#include <numeric>

#include "pauc/core/sort.h"

namespace pauc::kernel {

DescendingScores::Window DescendingScores::window_of(double gap) const {
  if (bins.starts.empty()) return {gaps.data(), gaps.size()};
  const double inside = gap > 0 ? std::min(gap, gaps.back()) : 0;
  return {gaps.data() + std::min<std::size_t>(bins.starts[bins.bin(inside)], gaps.size() - bins.most), bins.most};
}

std::uint32_t DescendingScores::rank_of(double gap) const {
  if (gaps.empty() || gap > gaps.back()) return static_cast<std::uint32_t>(gaps.size());
  auto [first, left] = window_of(gap);
  // Branch-free lower bound: the comparison becomes a conditional move, so that no step waits for a guess.
  while (left > 1) {
    const std::size_t half = left / 2;
    first = first[half - 1] < gap ? first + half : first;
    left -= half;
  }
  const auto rank = static_cast<std::uint32_t>(first - gaps.data());
  return rank + (*first < gap ? 1U : 0U);
}

std::vector<std::uint32_t> DescendingScores::ranks_of(Span<const double> gaps_asked) const {
  constexpr std::int64_t kTogether = 4;  // searches, so that none waits for the loads of another
  std::vector<std::uint32_t> ranks(gaps_asked.size());
  std::int64_t k = 0;
  for (; !gaps.empty() && k + kTogether <= gaps_asked.size(); k += kTogether) {
    const double* asked = gaps_asked.data() + k;
    const double* firsts[kTogether];
    for (std::int64_t lane = 0; lane < kTogether; ++lane) firsts[lane] = window_of(asked[lane]).first;
    for (std::size_t left = window_of(0).size; left > 1;) {
      const std::size_t half = left / 2;
      // A product instead of a branch, so that no lane waits for a guess.
      for (std::int64_t lane = 0; lane < kTogether; ++lane) {
        firsts[lane] += half * static_cast<std::size_t>(firsts[lane][half - 1] < asked[lane]);
      }
      left -= half;
    }
    for (std::int64_t lane = 0; lane < kTogether; ++lane) {
      ranks[k + lane] =
          static_cast<std::uint32_t>(firsts[lane] - gaps.data()) + (*firsts[lane] < asked[lane] ? 1U : 0U);
    }
  }
  for (; k < gaps_asked.size(); ++k) ranks[k] = rank_of(gaps_asked[k]);
  return ranks;
}

DescendingScores top_of(const DescendingScores& sorted, std::size_t count) {
  DescendingScores top;
  top.largest = sorted.largest;
  top.gaps.assign(sorted.gaps.begin(), sorted.gaps.begin() + static_cast<std::ptrdiff_t>(count));
  top.places.resize(count);
  std::iota(top.places.begin(), top.places.end(), 0U);
  return top;
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
