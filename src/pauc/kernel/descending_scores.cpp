#include "pauc/kernel/descending_scores.h"

#include <algorithm>
#include <cmath>

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

namespace {

// Takes the order from `places`.
void take_scores(Span<const double> scores, DescendingScores& sorted) {
  sorted.in_batch = scores.size();
  sorted.largest = scores.empty() ? 0 : scores[sorted.places.front()];
  sorted.gaps.resize(sorted.places.size());
  for (std::size_t k = 0; k < sorted.gaps.size(); ++k) sorted.gaps[k] = sorted.largest - scores[sorted.places[k]];
}

}  // namespace

DescendingScores sorted_descending(Span<const double> scores, int threads) {
  DescendingScores sorted;
  sorted.places = descending_order(scores, threads, sorted.bins);
  take_scores(scores, sorted);
  return sorted;
}

DescendingScores sorted_top(Span<const double> scores, double count, int threads) {
  DescendingScores sorted;
  const double wanted =
      std::clamp(std::ceil(count), 1.0, static_cast<double>(std::max<std::int64_t>(1, scores.size())));
  sorted.places = top_order(scores, static_cast<std::size_t>(wanted), threads, sorted.bins);
  take_scores(scores, sorted);
  return sorted;
}

DescendingScores top_of(const DescendingScores& sorted, std::size_t count) {
  DescendingScores top;
  top.largest = sorted.largest;
  top.in_batch = sorted.in_batch;
  const auto end = static_cast<std::ptrdiff_t>(count);
  top.gaps.assign(sorted.gaps.begin(), sorted.gaps.begin() + end);
  top.places.assign(sorted.places.begin(), sorted.places.begin() + end);
  return top;
}

}  // namespace pauc::kernel
