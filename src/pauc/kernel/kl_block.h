#pragma once

#include <algorithm>

#include "pauc/kernel/vector_math.h"

namespace pauc::kernel {

// Eight rows (or eight negatives) that are processed at once, as two independent chains of operations, so that one does
// not wait for the results of the other. For use inside PAUC_CLONES functions.
constexpr std::size_t kBlock = 2 * kLanes;

struct KlBlock {
  Lanes low, high;
};

PAUC_INLINE KlBlock operator+(const KlBlock& a, const KlBlock& b) { return {a.low + b.low, a.high + b.high}; }
PAUC_INLINE KlBlock operator-(const KlBlock& a, const KlBlock& b) { return {a.low - b.low, a.high - b.high}; }
PAUC_INLINE KlBlock operator*(const KlBlock& a, const KlBlock& b) { return {a.low * b.low, a.high * b.high}; }
PAUC_INLINE KlBlock operator+(const KlBlock& a, double b) { return {a.low + b, a.high + b}; }
PAUC_INLINE KlBlock operator-(const KlBlock& a, double b) { return {a.low - b, a.high - b}; }
PAUC_INLINE KlBlock operator-(double a, const KlBlock& b) { return {a - b.low, a - b.high}; }
PAUC_INLINE KlBlock operator*(const KlBlock& a, double b) { return {a.low * b, a.high * b}; }
PAUC_INLINE KlBlock operator*(double a, const KlBlock& b) { return {a * b.low, a * b.high}; }
PAUC_INLINE KlBlock operator-(const KlBlock& a) { return {-a.low, -a.high}; }
PAUC_INLINE KlBlock quick_exp(const KlBlock& x) { return {quick_exp(x.low), quick_exp(x.high)}; }
PAUC_INLINE KlBlock smaller_of(const KlBlock& a, const KlBlock& b) {
  return {smaller_of(a.low, b.low), smaller_of(a.high, b.high)};
}
PAUC_INLINE double sum_of(const KlBlock& block) { return sum_of(block.low + block.high); }

PAUC_INLINE KlBlock same_block(double value) { return {same_lanes(value), same_lanes(value)}; }
PAUC_INLINE KlBlock load_block(const double* from) { return {load_lanes(from), load_lanes(from + kLanes)}; }
PAUC_INLINE void store_block(const KlBlock& block, double* to) {
  store_lanes(block.low, to);
  store_lanes(block.high, to + kLanes);
}

// Loads up to eight numbers and pads them with `fill`.
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

// Weight of a pair relative to the largest term of its row: exp(-D (2T - D)), with D clamped to T. Beyond the hinge the
// weight is exp(-T^2), and the slope, weight x 2 (T - D), is 0.
PAUC_INLINE void weigh_pairs(const KlBlock& reach, double distance, KlBlock& weight, KlBlock& slope) {
  const KlBlock clamped = smaller_of(same_block(distance), reach);
  const KlBlock rest = reach - clamped;
  weight = quick_exp(-clamped * (reach + rest));
  slope = weight * (rest + rest);
}

// Long sums are made of partial sums of this many terms, because rounding grows with the number of additions in a
// chain.
constexpr std::size_t kChain = 32;

// Adds the pairs of a block of rows with the negatives [first, last), one negative after the other.
PAUC_INLINE void add_pairs(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                           KlBlock& sum, KlBlock& slope) {
  while (first < last) {
    const std::size_t end = std::min(last, first + kChain);
    KlBlock weights = same_block(0);
    KlBlock rises = same_block(0);
    for (; first < end; ++first) {
      KlBlock weight = same_block(0);
      KlBlock rise = same_block(0);
      weigh_pairs(reach, distances[first], weight, rise);
      weights = weights + weight;
      rises = rises + rise;
    }
    sum = sum + weights;
    slope = slope + rises;
  }
}

// Adds the contribution of a block of rows, weighted by `scale`, to the gradients of the negatives [first, last).
PAUC_INLINE void add_pair_gradients(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                                    const KlBlock& scale, double* gradients) {
  for (std::size_t j = first; j < last; ++j) {
    KlBlock weight = same_block(0);
    KlBlock rise = same_block(0);
    weigh_pairs(reach, distances[j], weight, rise);
    gradients[j] += sum_of(rise * scale);
  }
}

// A pair with T - D up to this value, or beyond the hinge, weighs exp(-T^2) exp((T - D)^2). The first factor belongs to
// the row (`base`); a short polynomial replaces the second exponential.
constexpr double kNearHinge = 0.25;

PAUC_INLINE KlBlock near_weight(const KlBlock& rest) {
  // e^q for 0 <= q <= 1/16, interpolated at Chebyshev nodes, error 9.4e-17.
  const KlBlock q = rest * rest;
  KlBlock series = q * 0.0014330206864391804 + 0.008329520204272665;
  series = series * q + 0.04166682957856343;
  series = series * q + 0.1666666630978755;
  series = series * q + 0.5000000000372051;
  series = series * q + 0.9999999999998546;
  return series * q + 1.0;
}

PAUC_INLINE KlBlock rest_of(const KlBlock& reach, double distance) {
  return reach - smaller_of(same_block(distance), reach);
}

PAUC_INLINE KlBlock base_of(const KlBlock& reach) { return quick_exp(-reach * reach); }

PAUC_INLINE void add_near_pairs(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                                const KlBlock& base, KlBlock& sum, KlBlock& slope) {
  while (first < last) {
    const std::size_t end = std::min(last, first + kChain);
    KlBlock weights = same_block(0);
    KlBlock rises = same_block(0);
    for (; first < end; ++first) {
      const KlBlock rest = rest_of(reach, distances[first]);
      const KlBlock weight = near_weight(rest);
      weights = weights + weight;
      rises = rises + weight * rest;
    }
    sum = sum + base * weights;
    slope = slope + 2 * base * rises;
  }
}

PAUC_INLINE void add_near_gradients(const double* distances, std::size_t first, std::size_t last, const KlBlock& reach,
                                    const KlBlock& scale, double* gradients) {
  const KlBlock twice = 2 * base_of(reach) * scale;
  for (std::size_t j = first; j < last; ++j) {
    const KlBlock rest = rest_of(reach, distances[j]);
    gradients[j] += sum_of(near_weight(rest) * rest * twice);
  }
}

}  // namespace pauc::kernel
