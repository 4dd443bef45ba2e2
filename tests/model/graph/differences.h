#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "pauc/core/random.h"

namespace pauc::test {

using Numbers = std::vector<double>;

inline Numbers random_numbers(Random& random, std::int64_t size) {
  Numbers numbers(static_cast<std::size_t>(size));
  for (double& number : numbers) number = random.normal();
  return numbers;
}

inline double dot(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// d value / d numbers[k] for all k.
inline void expect_differences(Numbers& numbers, const Numbers& gradient, const std::function<double()>& value) {
  constexpr double kStep = 1e-6;
  ASSERT_EQ(numbers.size(), gradient.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double before = numbers[k];
    numbers[k] = before + kStep;
    const double above = value();
    numbers[k] = before - kStep;
    const double below = value();
    numbers[k] = before;
    const double expected = (above - below) / (2 * kStep);
    ASSERT_NEAR(gradient[k], expected, 1e-6 * std::max(1.0, std::abs(expected))) << k;
  }
}

}  // namespace pauc::test
