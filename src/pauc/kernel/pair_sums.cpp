#include "pauc/kernel/pair_sums.h"

namespace pauc::kernel {

PairSums empty_sums(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.gaps.size();
  return {std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(pairs.column_values ? columns : 0),
          std::vector<double>(columns), 0};
}

PairSums pair_sums(const ChosenPairs& pairs, int threads) {
  if (pairs.surrogate.has_hinge()) return hinge_sums(pairs, threads);
  return pairs.surrogate.kind == Surrogate::Kind::sigmoid ? sigmoid_sums(pairs, threads) : tiled_sums(pairs, threads);
}

std::uint32_t rank_above_loss(const DescendingScores& negatives, double positive, double threshold,
                              const Surrogate& surrogate) {
  return negatives.rank_of(gap_of_loss(surrogate, threshold) - (positive - negatives.largest));
}

std::vector<std::uint32_t> ranks_above_losses(const DescendingScores& negatives, Span<const double> positives,
                                              Span<const double> thresholds, const Surrogate& surrogate) {
  std::vector<double> gaps(thresholds.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    gaps[i] = gap_of_loss(surrogate, thresholds[row]) - (positives[row] - negatives.largest);
  }
  return negatives.ranks_of(gaps);
}

}  // namespace pauc::kernel
