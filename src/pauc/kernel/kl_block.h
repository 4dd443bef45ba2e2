#pragma once

#include <algorithm>

#include "pauc/kernel/vector_math.h"

namespace pauc {

// Eight rows (or eight negatives) that are computed with at once: two independent chains of operations, so that one
// does not wait for the other's results. For the inside of PAUC_CLONES functions.
constexpr std::size_t kBlock = 2 * kLanes;

struct KlBlock {
  Lanes low, high;
};

PAUC_INLINE KlBlock same_block(double value) { return {same_lanes(value), same_lanes(value)}; }
PAUC_INLINE KlBlock load_block(const double* from) { return {load_lanes(from), load_lanes(from + kLanes)}; }
PAUC_INLINE void store_block(const KlBlock& block, double* to) {
  store_lanes(block.low, to);
  store_lanes(block.high, to + kLanes);
}

// `count` numbers, up to eight, and `fill` behind them.
PAUC_INLINE KlBlock load_some(const double* from, std::size_t count, double fill) {
  if (count >= kBlock) return load_block(from);
  double padded[kBlock];
  for (std::size_t i = 0; i < kBlock; ++i) padded[i] = i < count ? from[i] : fill;
  return load_block(padded);
}
PAUC_INLINE void store_some(const KlBlock& block, std::size_t count, double* to) {
  if (count >= kBlock) return store_block(block, to);
  double padded[kBlock];
  store_block(block, padded);
  for (std::size_t i = 0; i < count; ++i) to[i] = padded[i];
}

// A pair relative to its row's largest term: exp(-D (2T - D)), D clamped to T: beyond the hinge the weight is exp(-T^2)
// and the slope, weight x 2 (T - D), 0.
PAUC_INLINE void weigh_pairs(const Lanes& reach, double distance, Lanes& weight, Lanes& slope) {
  const Lanes clamped = smaller_of(same_lanes(distance), reach);
  const Lanes rest = reach - clamped;
  weight = quick_exp(-clamped * (reach + rest));
  slope = weight * (rest + rest);
}

// Adds a block of rows' pairs with negatives [first, last), one after the other.
PAUC_INLINE void add_pairs(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                           KlBlock& sum, KlBlock& slope) {
  for (std::size_t j = first; j < last; ++j) {
    Lanes weight;
    Lanes rise;
    weigh_pairs(reach.low, distances[j], weight, rise);
    sum.low += weight;
    slope.low += rise;
    weigh_pairs(reach.high, distances[j], weight, rise);
    sum.high += weight;
    slope.high += rise;
  }
}

// Adds what a block of rows, weighed by `scale`, contributes to the gradients of negatives [first, last).
PAUC_INLINE void add_pair_gradients(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                                    const KlBlock& scale, double* gradients) {
  for (std::size_t j = first; j < last; ++j) {
    Lanes weight;
    Lanes low;
    Lanes high;
    weigh_pairs(reach.low, distances[j], weight, low);
    weigh_pairs(reach.high, distances[j], weight, high);
    gradients[j] += sum_of(low * scale.low + high * scale.high);
  }
}

}  // namespace pauc
