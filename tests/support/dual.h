#pragma once

#include <cmath>

namespace pauc::test {

// A long double with its derivative by one chosen variable. Objectives written with it by their definition give exact
// gradients, one variable at a time.
struct Dual {
  long double value = 0;
  long double slope = 0;

  Dual() = default;
  Dual(long double v, long double d = 0) : value(v), slope(d) {}  // NOLINT(google-explicit-constructor): a number
};

inline Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
inline Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
inline Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline Dual operator/(const Dual& a, const Dual& b) {
  return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)};
}
inline Dual exp(const Dual& a) { return {std::exp(a.value), std::exp(a.value) * a.slope}; }
inline Dual log(const Dual& a) { return {std::log(a.value), a.slope / a.value}; }
inline Dual power(const Dual& a, long double p) {
  return {std::pow(a.value, p), a.value == 0 ? 0 : p * std::pow(a.value, p - 1) * a.slope};
}
inline Dual above_zero(const Dual& a) { return a.value > 0 ? a : Dual(0); }
inline Dual sigmoid(const Dual& a) {
  const long double h = 1 / (1 + std::exp(-a.value));
  return {h, h * (1 - h) * a.slope};
}
inline Dual softplus(const Dual& a) {
  const long double h = 1 / (1 + std::exp(-a.value));
  return {a.value > 0 ? a.value + std::log1p(std::exp(-a.value)) : std::log1p(std::exp(a.value)), h * a.slope};
}

}  // namespace pauc::test
