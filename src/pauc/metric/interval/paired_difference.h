#pragma once

#include <cstdint>
#include <optional>

#include "pauc/core/span.h"
#include "pauc/metric/interval/interval.h"

namespace pauc {

// The mean of a - b over pairs, as two methods run with the same seeds, with Student's interval and two-sided p of "the
// mean is 0" on n - 1 degrees of freedom (the paired t-test).
struct PairedDifference {
  std::int64_t n = 0;
  double mean = 0;
  std::optional<double> standard_error;  // none for one pair
  // None for one pair, and where all differences are equal: few test cases give values in steps, and by an interval of
  // width 0 two equal steps would be beyond all noise.
  IntervalResult ci;
  std::optional<double> p;  // where there is an interval

  // Whether the interval excludes 0; false without an interval.
  bool beyond_noise() const;
};

// Refuses lists of different lengths, empty ones, numbers that are not finite, and a confidence outside 0..1.
PairedDifference paired_difference(Span<const double> a, Span<const double> b, double confidence);

}  // namespace pauc
