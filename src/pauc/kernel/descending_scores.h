#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"

namespace pauc::kernel {

// Scores in descending order, relative to the largest, with the places they came from. Sums of squares are formed from
// the relative values: the pairs that matter are those near the top, and there they lose no digits.
struct DescendingScores {
  double largest = 0;
  std::vector<double> gaps;           // [N] largest - score, ascending from 0
  std::vector<std::uint32_t> places;  // [N]
  std::int64_t size() const { return static_cast<std::int64_t>(gaps.size()); }

  // How many scores exceed `largest - gap`, that is, how many gaps are below this one.
  std::uint32_t rank_of(double gap) const;
};

DescendingScores sorted_descending(Span<const double> scores, int threads = 1);

}  // namespace pauc::kernel
