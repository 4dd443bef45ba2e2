#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/sort.h"
#include "pauc/core/span.h"

namespace pauc::kernel {

// Scores in descending order, relative to the largest, with their indices in the batch. Sums of squares use the
// relative values: the pairs that matter are near the top, where these values lose no digits.
struct DescendingScores {
  double largest = 0;
  std::vector<double> gaps;           // [N] largest - score, ascending from 0
  std::vector<std::uint32_t> places;  // [N] indices in the batch
  std::int64_t in_batch = 0;          // scores of the batch, of which these are the highest N
  RankBins bins;                      // of the gaps
  std::int64_t size() const { return static_cast<std::int64_t>(gaps.size()); }

  // The number of scores above `largest - gap`, that is, of gaps below this one.
  std::uint32_t rank_of(double gap) const;
  // The same for many gaps, in less time.
  std::vector<std::uint32_t> ranks_of(Span<const double> gaps_asked) const;

 private:
  // Among these ranks is that of the gap; as many for every gap, so that the number of steps can be foreseen.
  struct Window {
    const double* first;
    std::size_t size;
  };
  Window window_of(double gap) const;
};

DescendingScores sorted_descending(Span<const double> scores, int threads = 1);

// The highest scores: at least `count` of them, and all that equal the last of these. Faster than sorting all.
DescendingScores sorted_top(Span<const double> scores, double count, int threads = 1);

// The first `count` of the scores.
DescendingScores top_of(const DescendingScores& sorted, std::size_t count);

}  // namespace pauc::kernel
