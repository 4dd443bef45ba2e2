#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "pauc/core/target_clones.h"

// How vectors are passed to functions depends on the processor. They never are passed here: all functions are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pauc::kernel {

// Four numbers that are processed at once: one register of x86-64-v3, two of baseline x86-64. (In GCC 12, loops over an
// array of four become scalar code if the array lives across iterations, and vectors of eight are kept in memory.)
constexpr std::size_t kLanes = 4;
// NOLINTBEGIN(modernize-use-using): attributes
typedef double Lanes __attribute__((vector_size(32)));
typedef std::uint64_t LaneBits __attribute__((vector_size(32)));
typedef double StoredLanes __attribute__((vector_size(32), aligned(8), may_alias));
// NOLINTEND(modernize-use-using)

PAUC_INLINE Lanes load_lanes(const double* from) { return *reinterpret_cast<const StoredLanes*>(from); }
PAUC_INLINE void store_lanes(const Lanes& lanes, double* to) { *reinterpret_cast<StoredLanes*>(to) = lanes; }
PAUC_INLINE Lanes same_lanes(double value) { return Lanes{value, value, value, value}; }
PAUC_INLINE Lanes smaller_of(const Lanes& a, const Lanes& b) { return a < b ? a : b; }
PAUC_INLINE double sum_of(const Lanes& lanes) { return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]); }

PAUC_INLINE std::uint64_t bits_of(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
PAUC_INLINE LaneBits bits_of(const Lanes& x) { return (LaneBits)x; }
PAUC_INLINE void set_bits(double& x, std::uint64_t bits) { std::memcpy(&x, &bits, sizeof x); }
PAUC_INLINE void set_bits(Lanes& x, const LaneBits& bits) { x = (Lanes)bits; }

// e^x without branches or calls. The relative error is below 4.5e-16 for lowest_exponent <= x <= 708; smaller x count
// as lowest_exponent. x = n ln 2 + r with |r| <= ln 2 / 2; e^r is a polynomial (interpolation at Chebyshev nodes, error
// 3.2e-18).
template <class Number>
PAUC_INLINE Number quick_exp_of(const Number& exponent, double lowest_exponent) {
  constexpr double kShift = 0x1.8p52;  // adding it leaves the nearest whole number in the low bits
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2High = 0x1.62e42fefa38p-1;
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  const Number lowest = Number{} + lowest_exponent;
  const Number x = exponent < lowest ? lowest : exponent;
  const Number shifted = x * kLog2E + kShift;
  const Number whole = shifted - kShift;
  const Number r = (x - whole * kLn2High) - whole * kLn2Low;
  Number series = r * 0x1.af631d0059c0cp-26 + 0x1.28b4057f4415fp-22;
  series = series * r + 0x1.71ddf5749d126p-19;
  series = series * r + 0x1.a01991ac87309p-16;
  series = series * r + 0x1.a01a01b14378fp-13;
  series = series * r + 0x1.6c16c187fbe02p-10;
  series = series * r + 0x1.111111110f225p-7;
  series = series * r + 0x1.555555554f0cfp-5;
  series = series * r + 0x1.555555555555ap-3;
  series = series * r + 0x1.0000000000011p-1;
  series = series * r + 1.0;
  series = series * r + 1.0;
  Number result;
  set_bits(result, bits_of(series) + (bits_of(shifted) << 52));
  return result;
}

// Both lower limits give values that are negligible in any sum. The limit of Lanes is higher, so that products with
// them are normal numbers: subnormal ones take a hundred times as long.
PAUC_INLINE double quick_exp(double x) { return quick_exp_of(x, -708); }
PAUC_INLINE Lanes quick_exp(const Lanes& x) { return quick_exp_of(x, -600); }

}  // namespace pauc::kernel
