#pragma once

#include <cstdint>
#include <cstring>

namespace pauc {

// e^x without branches or calls, so that loops over it become vector code; relative error below 4.5e-16 for -708 <= x
// <= 708, and x is taken as -708 below that (e^-708 is nothing beside any sum that is kept). x = n ln 2 + r, |r| <= ln
// 2 / 2, e^r by its series.
inline double quick_exp(double x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to a whole number and leaves that in the low bits
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2High = 0x1.62e42fefa38p-1;
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  x = x < -708.0 ? -708.0 : x;
  const double shifted = x * kLog2E + kShift;
  const double whole = shifted - kShift;
  const double r = (x - whole * kLn2High) - whole * kLn2Low;
  double series = 1.0 / 6227020800;
  series = series * r + 1.0 / 479001600;
  series = series * r + 1.0 / 39916800;
  series = series * r + 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 0.5;
  series = series * r + 1;
  series = series * r + 1;
  std::uint64_t power = 0;
  std::memcpy(&power, &shifted, sizeof power);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &series, sizeof bits);
  bits += power << 52;
  double result = 0;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

}  // namespace pauc
