#include "pauc/metric/interval/mean_deviation.h"

#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

std::optional<double> MeanDeviation::standard_error() const {
  if (!deviation) return std::nullopt;
  return *deviation / std::sqrt(static_cast<double>(n));
}

MeanDeviation mean_deviation(Span<const double> values) {
  require(!values.empty(), "mean: expected at least one number, got none");
  MeanDeviation result;
  result.n = values.size();
  const auto count = static_cast<double>(result.n);
  // From the first number on: 0.1 + 0.1 + 0.1 is not 3 x 0.1, but three times no difference is none.
  double shift = 0;
  for (const double value : values) shift += value - values[0];
  result.mean = values[0] + shift / count;
  if (result.n < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / (count - 1));
  return result;
}

}  // namespace pauc
