#include "pauc/metric/interval/interval.h"

#include <algorithm>
#include <cmath>

#include "pauc/metric/interval/distributions.h"

namespace pauc {

namespace {

double order_statistic(Span<const double> sorted, double p) {
  const auto count = static_cast<double>(sorted.size());
  const double rank = std::clamp(p * (count + 1), 1.0, count);
  const auto below = static_cast<std::int64_t>(rank);
  const double lower = sorted[below - 1];
  if (below == sorted.size()) return lower;
  return lower + (rank - static_cast<double>(below)) * (sorted[below] - lower);
}

// The share of replicates below `value`, ties half, kept inside (0, 1).
double share_below(Span<const double> sorted, double value) {
  constexpr double kRounding = 1e-12;
  const auto* const first = std::lower_bound(sorted.begin(), sorted.end(), value - kRounding);
  const auto* const last = std::upper_bound(first, sorted.end(), value + kRounding);
  const auto count = static_cast<double>(sorted.size());
  const double below = static_cast<double>(first - sorted.begin()) + static_cast<double>(last - first) / 2;
  return std::clamp(below, 0.5, count - 0.5) / count;
}

struct BcaConstants {
  double bias;          // z0
  double acceleration;  // a
};

BcaConstants bca_constants(double estimate, Span<const double> sorted, Span<const double> unit_influence) {
  double squares = 0;
  double cubes = 0;
  for (const double unit : unit_influence) {
    squares += unit * unit;
    cubes += unit * unit * unit;
  }
  const double acceleration = squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
  return {normal_quantile(share_below(sorted, estimate)), acceleration};
}

double bca_level(const BcaConstants& constants, double z) {
  const double shifted = constants.bias + z;
  if (constants.acceleration * shifted >= 1) return shifted > 0 ? 1 : 0;  // so skewed that the level leaves the scale
  return normal_cdf(constants.bias + shifted / (1 - constants.acceleration * shifted));
}

// Equal up to the rounding of sums that are taken in another order.
bool all_equal(Span<const double> sorted) { return sorted[sorted.size() - 1] - sorted[0] <= 1e-14; }

// Replicates that never differ test nothing, unless they all say 0.
std::optional<double> p_of_equal(Span<const double> sorted) {
  return std::abs(sorted[0]) <= 1e-14 ? std::optional<double>(1.0) : std::nullopt;
}

// The levels between which the interpolated order statistics are 0: at lower ones they are below it, at higher ones
// above.
Interval levels_at_zero(Span<const double> sorted) {
  const auto crossing = [&](const double* above) {
    const auto rank = static_cast<double>(above - sorted.begin());  // of the last one before the crossing
    const double step = *above - *(above - 1);
    return rank + (step > 0 ? (0 - *(above - 1)) / step : 0);
  };
  const auto* const first_not_below = std::lower_bound(sorted.begin(), sorted.end(), 0.0);
  const auto* const first_above = std::upper_bound(sorted.begin(), sorted.end(), 0.0);
  const auto count = static_cast<double>(sorted.size() + 1);
  return {first_not_below == sorted.begin() ? 0 : crossing(first_not_below) / count,
          first_above == sorted.end() ? 1 : crossing(first_above) / count};
}

// The smallest 1 - confidence at which the interval excludes 0; `nominal` gives the level at which the interval takes
// the order statistic of a level.
template <class Nominal>
std::optional<double> p_value_from(Span<const double> sorted, const Nominal& nominal) {
  if (all_equal(sorted)) return p_of_equal(sorted);
  const double smallest = 2 / static_cast<double>(sorted.size() + 1);
  if (sorted[0] > 0 || sorted[sorted.size() - 1] < 0) return smallest;
  const Interval levels = levels_at_zero(sorted);
  const double below = levels.upper >= 1 ? 1 : nominal(levels.upper);
  const double above = levels.lower <= 0 ? 1 : 1 - nominal(levels.lower);
  return std::clamp(2 * std::min(below, above), smallest, 1.0);
}

IntervalResult without_degenerate(Span<const double> sorted, Interval interval) {
  if (all_equal(sorted)) return {std::nullopt, "every replicate gives the same value"};
  return {interval, ""};
}

}  // namespace

IntervalResult logit_interval(double value, double variance, double confidence) {
  if (value <= 0) return {std::nullopt, "the estimate is 0"};
  if (value >= 1) return {std::nullopt, "the estimate is 1"};
  if (!(variance > 0)) return {std::nullopt, "the estimated variance is 0"};
  const double logit = std::log(value / (1 - value));
  const double half_width = normal_quantile(0.5 + confidence / 2) * std::sqrt(variance) / (value * (1 - value));
  const auto back = [](double x) { return 1 / (1 + std::exp(-x)); };
  return {Interval{back(logit - half_width), back(logit + half_width)}, ""};
}

IntervalResult percentile_interval(Span<const double> sorted, double confidence) {
  const double tail = (1 - confidence) / 2;
  return without_degenerate(sorted, {order_statistic(sorted, tail), order_statistic(sorted, 1 - tail)});
}

IntervalResult bca_interval(double estimate, Span<const double> sorted, Span<const double> unit_influence,
                            double confidence) {
  const auto constants = bca_constants(estimate, sorted, unit_influence);
  const double z = normal_quantile(0.5 + confidence / 2);
  return without_degenerate(
      sorted, {order_statistic(sorted, bca_level(constants, -z)), order_statistic(sorted, bca_level(constants, z))});
}

Interval clopper_pearson(double hits, double trials, double confidence) {
  const double tail = (1 - confidence) / 2;
  const double misses = trials - hits;
  return {hits <= 0 ? 0 : beta_quantile(tail, hits, misses + 1),
          misses <= 0 ? 1 : beta_quantile(1 - tail, hits + 1, misses)};
}

std::optional<double> percentile_p_value(Span<const double> sorted) {
  return p_value_from(sorted, [](double level) { return level; });
}

std::optional<double> bca_p_value(double estimate, Span<const double> sorted, Span<const double> unit_influence) {
  const auto constants = bca_constants(estimate, sorted, unit_influence);
  return p_value_from(sorted, [&](double level) {
    const double shifted = normal_quantile(level) - constants.bias;
    return normal_cdf(shifted / (1 + constants.acceleration * shifted) - constants.bias);
  });
}

}  // namespace pauc
