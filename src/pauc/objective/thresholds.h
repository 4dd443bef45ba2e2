#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/threshold_options.h"

namespace pauc {

// Midpoint of the k-th and (k+1)-th of `count` values in descending order, k = max(1, round(share x count)). A missing
// value counts as -1. value_at(k) returns the k-th value, counted from 1.
template <class ValueAt>
double midpoint_at_share(double share, std::int64_t count, const ValueAt& value_at) {
  const std::int64_t k = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(count)), 1, count);
  return (value_at(k) + (k < count ? value_at(k + 1) : -1.0)) / 2;
}

// s_i + 1/(beta B-) sum_j (L_ij - s_i)_+ of each positive: its cost at its threshold s_i. `sums` are those of the
// losses above the thresholds, and beta B- is the number of negatives in the region.
std::vector<double> costs_at_thresholds(const std::vector<double>& thresholds, const WeightedPairs& sums,
                                        double negatives_in_region);

// A level with a share `share` of the costs above it, at least 0.
double level_of_costs(std::vector<double> costs, double share);

// Initial threshold of positive `row`: above the top share of its losses in the batch, or 0.
double starting_threshold(const Pairs& pairs, std::size_t row, double share, ThresholdInit init);

// `next`, unless the step to it passes the best thresholds of this batch, those with a share `share` of the losses of
// positive `row` above or at them. Then the nearest of these.
double step_within_batch(const Pairs& pairs, std::size_t row, double share, double threshold, double next);

}  // namespace pauc
