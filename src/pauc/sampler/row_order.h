#pragma once

#include <cstdint>

namespace pauc {

/// A random order of the rows 0 .. rows - 1 that takes no memory: a permutation of numbers by four rounds of a Feistel
/// network (Black and Rogaway 2002), whose keys come from `key`. Numbers that lie outside are permuted again until they
/// lie inside.
class RowOrder {
 public:
  /// An order of so many rows; another key gives another order.
  RowOrder(std::int64_t rows, std::uint64_t key);

  /// The row at a place from 0 on.
  std::int64_t at(std::int64_t place) const;

 private:
  std::uint64_t permuted(std::uint64_t number) const;

  std::uint64_t rows_;
  std::uint64_t key_;
  int half_bits_ = 1;  // of each of the two halves of a number
};

}  // namespace pauc
