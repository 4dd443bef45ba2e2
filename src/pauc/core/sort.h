#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// A number whose order as an unsigned integer is the DESCENDING order of the scores; -0 and +0 share one key. Not for
// NaN.
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

// Ascending order of keys, by radix passes over the leading bits of the keys' range; what they leave unsorted is sorted
// by comparison. Rows of equal keys stay in the order in which they came if they came ordered by row. The result does
// not depend on `threads`.
void sort_keys(std::vector<std::uint64_t>& keys, int threads);
void sort_rows(std::vector<KeyedRow>& rows, int threads);

// The places of the scores in descending order, equal ones in the order of their places; not for NaN. As sort_rows with
// descending_key, in half the time or less. The result does not depend on `threads`.
std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads);

}  // namespace pauc
