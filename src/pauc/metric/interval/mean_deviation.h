#pragma once

#include <cstdint>
#include <optional>

#include "pauc/core/span.h"

namespace pauc {

// Mean and spread of a few numbers, as of the seeds of a table.
struct MeanDeviation {
  std::int64_t n = 0;
  double mean = 0;
  std::optional<double> deviation;  // with n - 1; none for one number, which has no spread

  std::optional<double> standard_error() const;  // deviation / sqrt(n)
};

// Refuses no numbers at all. Equal numbers have exactly their value as mean and exactly 0 as deviation.
MeanDeviation mean_deviation(Span<const double> values);

}  // namespace pauc
