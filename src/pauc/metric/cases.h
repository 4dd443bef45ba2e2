#pragma once

#include <cstdint>

#include "pauc/core/span.h"

namespace pauc {

// What every metric is a function of. Scores are raw: a float sigmoid ties the very ranks that a partial AUC looks at.
struct Cases {
  Span<const std::uint8_t> labels;  // 1 positive, 0 negative
  Span<const double> scores;        // the larger, the more positive
  Span<const double> weights = {};  // empty: 1 each; only their ratios matter
};

struct ClassTotals {
  double positives = 0;  // sum of weights
  double negatives = 0;
  std::int64_t positive_rows = 0;  // rows whose weight is not 0
  std::int64_t negative_rows = 0;

  // What turns weights into mass: the mean weight counts as one row, so that no figure depends on the weights' scale.
  double mass_per_weight() const {
    return static_cast<double>(positive_rows + negative_rows) / (positives + negatives);
  }
};

// Refuses unequal sizes, labels other than 0 and 1, scores that are not finite, weights that are negative or not
// finite, and a class without mass.
ClassTotals check(const Cases& cases);

}  // namespace pauc
