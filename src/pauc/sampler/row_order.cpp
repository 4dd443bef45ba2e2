#include "pauc/sampler/row_order.h"

namespace pauc {

namespace {

// SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBU;
  return number ^ (number >> 31);
}

}  // namespace

RowOrder::RowOrder(std::int64_t rows, std::uint64_t key) : rows_(static_cast<std::uint64_t>(rows)), key_(key) {
  while (rows_ > std::uint64_t{1} << (2 * half_bits_)) ++half_bits_;
}

std::int64_t RowOrder::at(std::int64_t place) const {
  auto row = static_cast<std::uint64_t>(place);
  do {
    row = permuted(row);
  } while (row >= rows_);
  return static_cast<std::int64_t>(row);
}

std::uint64_t RowOrder::permuted(std::uint64_t number) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = number >> half_bits_;
  std::uint64_t right = number & mask;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const std::uint64_t next = left ^ (mixed(key_ ^ mixed(4 * right + round)) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

}  // namespace pauc
