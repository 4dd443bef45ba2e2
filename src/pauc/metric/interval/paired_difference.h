#pragma once

#include <cstdint>
#include <optional>

#include "pauc/core/span.h"
#include "pauc/metric/interval/interval.h"

namespace pauc {

/// Mean of a - b over pairs, such as two methods run with the same seeds, with the interval and the two-sided p value
/// of the paired t-test.
struct PairedDifference {
  std::int64_t n = 0;                    ///< number of pairs
  double mean = 0;                       ///< mean difference
  std::optional<double> standard_error;  ///< none for one pair
  /// Student's interval. None for one pair, and none if all differences are equal: with few test cases values come in
  /// steps, and an interval of width 0 would make two equal steps look significant.
  IntervalResult ci;
  std::optional<double> p;  ///< two-sided p of "the mean is 0"; only with an interval

  /// Whether the interval excludes 0; false without an interval.
  bool beyond_noise() const;
};

/// Refuses lists of different lengths, empty ones, numbers that are not finite, and a confidence outside 0..1.
PairedDifference paired_difference(Span<const double> a, Span<const double> b, double confidence);

}  // namespace pauc
