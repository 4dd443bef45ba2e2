#pragma once

#include <algorithm>
#include <cstddef>

namespace pauc::kernel {

// The sum of value_at(0) to value_at(count - 1), by partial sums: rounding grows with the number of terms of a sum.
template <class ValueAt>
double sum_in_blocks(std::size_t count, const ValueAt& value_at) {
  constexpr std::size_t kBlock = 32;
  double total = 0;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    double part = 0;
    for (std::size_t k = begin; k < std::min(begin + kBlock, count); ++k) part += value_at(k);
    total += part;
  }
  return total;
}

}  // namespace pauc::kernel
