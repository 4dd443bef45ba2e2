#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// Maps a score to an unsigned integer such that ascending integers are DESCENDING scores. -0 and +0 have the same key.
// Not for NaN.
inline std::uint64_t descending_key(double score) {
  score += 0.0;  // -0 + 0 = +0
  std::uint64_t bits = 0;
  std::memcpy(&bits, &score, sizeof bits);
  const std::uint64_t sign = bits >> 63;
  return ~(bits ^ ((0 - sign) | (std::uint64_t{1} << 63)));
}

inline double score_of_key(std::uint64_t key) {
  const std::uint64_t ascending = ~key;
  const std::uint64_t sign = (ascending >> 63) ^ 1;
  const std::uint64_t bits = ascending ^ ((0 - sign) | (std::uint64_t{1} << 63));
  double score = 0;
  std::memcpy(&score, &bits, sizeof score);
  return score;
}

struct KeyedRow {
  std::uint64_t key;
  std::uint32_t row;
};

// Sorts by ascending key: radix passes over the leading bits of the range of the keys, then comparisons. If the rows
// come in ascending order, rows with equal keys stay in it. The result does not depend on `threads`.
void sort_keys(std::vector<std::uint64_t>& keys, int threads);
void sort_rows(std::vector<KeyedRow>& rows, int threads);

// Indices of the scores in descending order of score; equal scores in ascending order of index. Not for NaN. Same
// result as sort_rows with descending_key, in half the time or less. The result does not depend on `threads`.
std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads);

}  // namespace pauc
