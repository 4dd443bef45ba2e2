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

RanksAtLoss ranks_at_loss(const DescendingScores& negatives, double positive, double threshold,
                          const Surrogate& surrogate) {
  const LossLimits limits = limits_of_loss(surrogate, threshold, positive, negatives.largest);
  const std::uint32_t above = negatives.rank_of(limits.above);
  // Ties are rare, so the second search seldom runs.
  const bool is_tied = above < negatives.size() && negatives.gaps[above] < limits.tied;
  return {above, is_tied ? negatives.rank_of(limits.tied) : above};
}

}  // namespace pauc::kernel
