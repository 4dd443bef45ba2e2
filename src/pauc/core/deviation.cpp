#include "pauc/core/deviation.h"

#include <cmath>

namespace pauc {

double deviation_of(Span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;  // of parts, so that large values do not overflow
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean) / count;
  return std::sqrt(squares);
}

}  // namespace pauc
