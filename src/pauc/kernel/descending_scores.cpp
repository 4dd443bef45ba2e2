#include "pauc/kernel/descending_scores.h"

#include "pauc/core/sort.h"

namespace pauc {

std::uint32_t DescendingScores::rank_of(double gap) const {
  // Branch-free lower bound: the comparison becomes a conditional move, so that no step waits for a guess.
  const double* first = gaps.data();
  auto left = static_cast<std::size_t>(gaps.size());
  while (left > 1) {
    const std::size_t half = left / 2;
    first = first[half - 1] < gap ? first + half : first;
    left -= half;
  }
  const auto rank = static_cast<std::uint32_t>(first - gaps.data());
  return rank + (left == 1 && *first < gap ? 1U : 0U);
}

DescendingScores sorted_descending(Span<const double> scores, int threads) {
  std::vector<KeyedRow> keyed(scores.size());
  for (std::int64_t i = 0; i < scores.size(); ++i) {
    keyed[i] = {descending_key(scores[i]), static_cast<std::uint32_t>(i)};
  }
  sort_rows(keyed, threads);
  DescendingScores sorted;
  sorted.largest = keyed.empty() ? 0 : scores[keyed.front().row];
  sorted.gaps.resize(keyed.size());
  sorted.places.resize(keyed.size());
  for (std::size_t k = 0; k < keyed.size(); ++k) {
    sorted.gaps[k] = sorted.largest - scores[keyed[k].row];
    sorted.places[k] = keyed[k].row;
  }
  return sorted;
}

}  // namespace pauc
