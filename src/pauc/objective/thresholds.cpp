#include "pauc/objective/thresholds.h"

namespace pauc {

double starting_threshold(const Pairs& pairs, std::size_t row, double share, ThresholdInit init) {
  if (init == ThresholdInit::zero) return 0;
  const kernel::DescendingScores& negatives = pairs.sorted_negatives();
  const double offset = pairs.positive_scores()[row] - negatives.largest;
  // The losses of a positive fall with the negatives' rank.
  return midpoint_at_share(share, pairs.negatives(), [&](std::int64_t k) {
    return kernel::loss_at(pairs.surrogate(), offset + negatives.gaps[k - 1]).value;
  });
}

}  // namespace pauc
