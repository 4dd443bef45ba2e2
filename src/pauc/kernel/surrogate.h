#pragma once

#include <algorithm>
#include <cmath>

namespace pauc::kernel {

// A loss l(t) of the gap t = h_i - h_j between a positive and a negative.
struct Surrogate {
  enum class Kind {
    squared_hinge,  // (m - t)_+^2
    hinge,          // (m - t)_+
    logistic,       // log(1 + exp(-t / c))
    squared,        // (m - t)^2: not monotone, so "hardest negatives = largest losses" does not hold
    sigmoid,        // 1 / (1 + exp(t / c)): bounded by 0 and 1
  };
  Kind kind = Kind::squared_hinge;
  double margin = 1;       // m
  double temperature = 1;  // c

  bool monotone() const { return kind != Kind::squared; }
  bool bounded() const { return kind == Kind::sigmoid; }
  bool has_hinge() const { return kind == Kind::squared_hinge || kind == Kind::hinge; }
};

// Value and slope dl/dt, for any t.
struct LossAt {
  double value;
  double slope;
};

inline LossAt loss_at(const Surrogate& surrogate, double gap) {
  const double reach = surrogate.margin - gap;
  switch (surrogate.kind) {
    case Surrogate::Kind::squared_hinge:
      return {std::max(reach, 0.0) * std::max(reach, 0.0), -2 * std::max(reach, 0.0)};
    case Surrogate::Kind::hinge:
      return {std::max(reach, 0.0), reach > 0 ? -1.0 : 0.0};
    case Surrogate::Kind::squared:
      return {reach * reach, -2 * reach};
    case Surrogate::Kind::logistic:
    case Surrogate::Kind::sigmoid:
      break;
  }
  // The argument of exp is never positive, so nothing overflows.
  const double x = gap / surrogate.temperature;
  const double small = std::exp(-std::abs(x));
  if (surrogate.kind == Surrogate::Kind::sigmoid) {
    const double high = 1 / (1 + small);
    return {x > 0 ? small * high : high, -small * high * high / surrogate.temperature};
  }
  const double value = std::max(-x, 0.0) + std::log1p(small);
  return {value, -(x > 0 ? small : 1.0) / (1 + small) / surrogate.temperature};
}

// The gap below which the loss of a monotone surrogate exceeds `threshold`: l(t) > threshold <=> t < gap. Infinity if
// every gap has such a loss, minus infinity if none has.
inline double gap_of_loss(const Surrogate& surrogate, double threshold) {
  constexpr double kInfinity = HUGE_VAL;
  if (threshold < 0) return kInfinity;
  switch (surrogate.kind) {
    case Surrogate::Kind::squared_hinge:
      return surrogate.margin - std::sqrt(threshold);
    case Surrogate::Kind::hinge:
      return surrogate.margin - threshold;
    case Surrogate::Kind::logistic:
      // log(1 + e^(-t/c)) = s  <=>  t = -c log(e^s - 1)
      return threshold == 0 ? kInfinity : -surrogate.temperature * (threshold + std::log(-std::expm1(-threshold)));
    case Surrogate::Kind::sigmoid:
      // 1 / (1 + e^(t/c)) = s  <=>  t = c log((1 - s) / s)
      if (threshold >= 1) return -kInfinity;
      return threshold == 0 ? kInfinity : surrogate.temperature * (std::log1p(-threshold) - std::log(threshold));
    case Surrogate::Kind::squared:
      break;
  }
  return -kInfinity;
}

// A negative with score h_max - gap has a loss above the threshold, against a positive, if gap < above; it has a loss
// equal to the threshold but for rounding if above <= gap < tied.
struct LossLimits {
  double above;
  double tied;
};

inline LossLimits limits_of_loss(const Surrogate& surrogate, double threshold, double positive, double largest) {
  constexpr double kRounding = 64 * 2.220446049250313e-16;
  const double gap = gap_of_loss(surrogate, threshold);
  // Beyond the margin all losses are 0.
  const bool is_flat = surrogate.has_hinge() && threshold == 0;
  const double limit = gap - (positive - largest);
  if (std::isinf(limit)) return {limit, limit};
  // gap_of_loss subtracts from the margin, or multiplies by the temperature.
  const double scale = surrogate.has_hinge() ? surrogate.margin : surrogate.temperature;
  const double rounding = kRounding * (scale + std::abs(gap) + std::abs(positive) + std::abs(largest));
  return {limit - rounding, is_flat ? HUGE_VAL : limit + rounding};
}

}  // namespace pauc::kernel
