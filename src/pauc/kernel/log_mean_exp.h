#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace pauc::kernel {

// log( 1/n sum exp(exponent) ), computed relative to the largest exponent so that it does not overflow. The list must
// not be empty.
inline double log_mean_exp(const std::vector<double>& exponents) {
  const double largest = *std::max_element(exponents.begin(), exponents.end());
  double sum = 0;
  for (const double exponent : exponents) sum += std::exp(exponent - largest);
  return largest + std::log(sum / static_cast<double>(exponents.size()));
}

}  // namespace pauc::kernel
