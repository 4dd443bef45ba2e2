#pragma once

#include <optional>
#include <string>

#include "pauc/core/span.h"

namespace pauc {

/// A confidence interval.
struct Interval {
  double lower = 0;  ///< lower bound
  double upper = 0;  ///< upper bound
};

/// An interval, or the reason why there is none.
struct IntervalResult {
  std::optional<Interval> interval;  ///< empty if there is a reason
  std::string reason;                ///< why there is no interval
};

// Normal interval of a value between 0 and 1, computed on its logit so that it stays inside 0..1. None at 0 or 1.
IntervalResult logit_interval(double value, double variance, double confidence);

// Percentile interval: order statistics (B + 1) p of the B replicates, interpolated.
IntervalResult percentile_interval(Span<const double> sorted_replicates, double confidence);

// Bias-corrected and accelerated (Efron 1987); the acceleration comes from the influence of each independent unit.
IntervalResult bca_interval(double estimate, Span<const double> sorted_replicates, Span<const double> unit_influence,
                            double confidence);

// Exact binomial interval (Clopper and Pearson 1934) for `hits` of `trials`; both may be fractional (effective sizes).
Interval clopper_pearson(double hits, double trials, double confidence);

// Two-sided p-value of "the difference is 0" that agrees with the interval from the same replicates: the smallest 1 -
// confidence at which the interval excludes 0, but at least 2 / (B + 1). None if all replicates are equal and not 0.
std::optional<double> percentile_p_value(Span<const double> sorted_replicates);
std::optional<double> bca_p_value(double estimate, Span<const double> sorted_replicates,
                                  Span<const double> unit_influence);

}  // namespace pauc
