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

// Ranks by the distance from the largest score, as a by-product of sorting: the distances whose `bin` is b have the
// ranks starts[b] .. starts[b + 1] - 1. Empty for few scores, or if their range is not a number to divide by.
struct RankBins {
  std::vector<std::uint32_t> starts;
  double per_distance = 0;  // distances times this are whole numbers of 32 bits and a rest
  int shift = 0;            // the bin has the bits above these
  std::uint32_t most = 0;   // ranks in a bin

  // For distances from 0 to the largest.
  std::uint32_t bin(double distance) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(distance * per_distance) >> shift);
  }
};
std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads, RankBins& bins);

// The beginning of that order: at least the first `count` indices, or all if there are fewer. Scores that are equal are
// all in it or all left out. The bins are those of the scores in it. Takes less time than the whole order.
std::vector<std::uint32_t> top_order(Span<const double> scores, std::size_t count, int threads, RankBins& bins);

}  // namespace pauc
