#include "pauc/kernel/pair_sums.h"

namespace pauc::kernel {

PairSums empty_sums(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const auto columns = static_cast<std::size_t>(pairs.negatives.in_batch);
  return {std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(pairs.column_values ? columns : 0),
          std::vector<double>(columns), 0};
}

PairSums pair_sums(const ChosenPairs& pairs, int threads) {
  if (pairs.surrogate.has_hinge()) return hinge_sums(pairs, threads);
  return pairs.surrogate.kind == Surrogate::Kind::sigmoid ? sigmoid_sums(pairs, threads) : tiled_sums(pairs, threads);
}

double total_loss(const ChosenPairs& pairs, int threads) {
  return pairs.surrogate.has_hinge() ? hinge_total(pairs, threads) : pair_sums(pairs, threads).total;
}

std::vector<RanksAtLoss> ranks_at_losses(const DescendingScores& negatives, Span<const double> positives,
                                         Span<const double> thresholds, const Surrogate& surrogate) {
  std::vector<double> above(thresholds.size());
  std::vector<double> tied(thresholds.size());
  for (std::int64_t i = 0; i < thresholds.size(); ++i) {
    const LossLimits limits = limits_of_loss(surrogate, thresholds[i], positives[i], negatives.largest);
    above[i] = limits.above;
    tied[i] = limits.tied;
  }
  const std::vector<std::uint32_t> ranks = negatives.ranks_of(above);
  std::vector<RanksAtLoss> found(ranks.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    // Ties are rare, so the second search seldom runs.
    const bool is_tied = ranks[i] < negatives.size() && negatives.gaps[ranks[i]] < tied[i];
    found[i] = {ranks[i], is_tied ? negatives.rank_of(tied[i]) : ranks[i]};
  }
  return found;
}

}  // namespace pauc::kernel
