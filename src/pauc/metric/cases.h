#pragma once

#include <cstdint>

#include "pauc/core/span.h"

namespace pauc {

/// Labels, scores and weights: the input of every metric.
///
/// Scores are raw. A sigmoid in float makes the top ranks tie, which are the ranks that a partial AUC looks at.
struct Cases {
  Span<const std::uint8_t> labels;  ///< 1 positive, 0 negative
  Span<const double> scores;        ///< higher means more positive
  Span<const double> weights = {};  ///< only their ratios matter; empty: 1 each
};

/// Size of each class, by weight and by rows.
struct ClassTotals {
  double positives = 0;            ///< sum of the positives' weights
  double negatives = 0;            ///< sum of the negatives' weights
  std::int64_t positive_rows = 0;  ///< positives whose weight is not 0
  std::int64_t negative_rows = 0;  ///< negatives whose weight is not 0

  /// Factor from weight to mass. The mean weight counts as one row, so no figure depends on the scale of the weights.
  double mass_per_weight() const {
    return static_cast<double>(positive_rows + negative_rows) / (positives + negatives);
  }
};

/// Refuses unequal sizes, labels other than 0 and 1, scores that are not finite, weights that are negative or not
/// finite, and a class without mass.
ClassTotals check(const Cases& cases);

}  // namespace pauc
