#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

/// How far a distribution has moved.
struct Drift {
  double index = 0;      ///< population-stability index
  double by_chance = 0;  ///< its mean if nothing has moved, with so many rows
  std::int64_t bins = 0;

  /// Whether it is more than chance and more than the usual bound for a large change.
  bool is_large() const { return index > 0.25 && index > 3 * by_chance; }
  /// The same for a change worth a look.
  bool is_notable() const { return index > 0.1 && index > 3 * by_chance; }
};

/// Population-stability index: the sum of (p - q) log(p / q) over bins, p the share now and q before. Half a row is
/// added to each bin, so that empty bins count and no share is 0. If both are samples of one distribution, its mean is
/// about (bins - 1) (1/n + 1/m).
Drift stability_index(const std::vector<std::int64_t>& before, const std::vector<std::int64_t>& now);

/// Numbers in up to 10 bins of about equally many rows before, and a bin of missing values (NaN).
Drift number_drift(Span<const float> before, Span<const float> now);

/// Categories by their number, -1 for missing. Those with less than 1 % of the rows before, and new ones, share a bin.
Drift category_drift(Span<const std::int32_t> before, Span<const std::int32_t> now);

}  // namespace pauc
