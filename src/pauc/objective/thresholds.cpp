#include "pauc/objective/thresholds.h"

#include <functional>

namespace pauc {

namespace {

// The k-th largest loss of a positive, counted from 1; losses fall with the negatives' rank.
double loss_at_rank(const Pairs& pairs, std::size_t row, std::int64_t k) {
  const kernel::DescendingScores& negatives = pairs.sorted_negatives();
  const double offset = pairs.positive_scores()[row] - negatives.largest;
  return kernel::loss_at(pairs.surrogate(), offset + negatives.gaps[k - 1]).value;
}

}  // namespace

std::vector<double> costs_at_thresholds(const std::vector<double>& thresholds, const WeightedPairs& sums,
                                        double negatives_in_region) {
  std::vector<double> costs(thresholds.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const double above = sums.row_values[i] - sums.selected[i] * thresholds[i];
    costs[i] = thresholds[i] + above / negatives_in_region;
  }
  return costs;
}

double level_of_costs(std::vector<double> costs, double share) {
  std::sort(costs.begin(), costs.end(), std::greater<>());
  const auto count = static_cast<std::int64_t>(costs.size());
  // Where all count, any lower bound of them is such a level.
  return std::max(0.0, midpoint_at_share(share, count, [&](std::int64_t k) { return costs[k - 1]; }));
}

double starting_threshold(const Pairs& pairs, std::size_t row, double share, ThresholdInit init) {
  if (init == ThresholdInit::zero) return 0;
  return midpoint_at_share(share, pairs.negatives(), [&](std::int64_t k) { return loss_at_rank(pairs, row, k); });
}

double step_within_batch(const Pairs& pairs, std::size_t row, double share, double threshold, double next) {
  constexpr double kRounding = 1e-12;
  const double count = share * static_cast<double>(pairs.negatives());
  if (next < threshold) {
    const auto rank = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(count * (1 - kRounding))));
    return std::max(next, std::min(threshold, loss_at_rank(pairs, row, rank)));
  }
  const auto rank = static_cast<std::int64_t>(std::floor(count * (1 + kRounding))) + 1;
  if (rank > pairs.negatives()) return next;
  return std::min(next, std::max(threshold, loss_at_rank(pairs, row, rank)));
}

}  // namespace pauc
