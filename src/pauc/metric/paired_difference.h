#pragma once

#include <cstdint>
#include <optional>

#include "pauc/core/span.h"
#include "pauc/metric/interval.h"

namespace pauc {

// The mean of a - b over pairs, as two methods run with the same seeds, with Student's interval and two-sided p of "the
// mean is 0" on n - 1 degrees of freedom (the paired t-test).
struct PairedDifference {
  std::int64_t n = 0;
  double mean = 0;
  std::optional<double> standard_error;  // none for one pair
  IntervalResult ci;                     // none for one pair; of width 0 where all differences are equal
  std::optional<double> p;               // none for one pair; 1 where all differences are 0, none where they are equal,
                                         // but not 0: there is no spread to judge them by

  // Whether the interval excludes 0; false without an interval.
  bool beyond_noise() const;
};

// Refuses lists of different lengths, empty ones, numbers that are not finite, and a confidence outside 0..1.
PairedDifference paired_difference(Span<const double> a, Span<const double> b, double confidence);

}  // namespace pauc
