#pragma once

#include <cstdint>
#include <optional>

#include "pauc/core/span.h"

namespace pauc {

// Mean and spread of a few numbers, such as the results of several seeds.
struct MeanDeviation {
  std::int64_t n = 0;
  double mean = 0;
  std::optional<double> deviation;  // divides by n - 1; none for a single number

  std::optional<double> standard_error() const;  // deviation / sqrt(n)
};

// Refuses an empty list. Equal numbers have exactly their value as mean and exactly 0 as deviation.
MeanDeviation mean_deviation(Span<const double> values);

}  // namespace pauc
