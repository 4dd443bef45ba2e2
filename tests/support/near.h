#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pauc::test {

// Expects finite numbers, each within `allowed` of the expected one.
template <class Expected = double>
void expect_near(const std::vector<double>& found, const std::vector<Expected>& expected, long double allowed = 1e-14) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(std::isfinite(found[i])) << i << " of " << found.size();
    ASSERT_LE(std::abs(found[i] - static_cast<long double>(expected[i])), allowed) << i << " of " << found.size();
  }
}

// The scale of errors in these numbers: their largest absolute value, but at least about the smallest normal double.
template <class Number>
long double largest_of(const std::vector<Number>& numbers) {
  long double largest = 1e-290L;
  for (const Number number : numbers) largest = std::max(largest, std::abs(static_cast<long double>(number)));
  return largest;
}

}  // namespace pauc::test
