#include "pauc/objective/method/aw_poly.h"

#include <algorithm>
#include <cmath>

#include "pauc/objective/adaptive_weights.h"

namespace pauc {

namespace {

// w(sigmoid(x)) = exp(power log sigmoid(x)), and its slope by x: power w sigmoid(-x).
AdaptiveWeight power_of_sigmoid(double x, double power) {
  const double small = std::exp(-std::abs(x));
  const double log_sigmoid = std::min(x, 0.0) - std::log1p(small);
  const double value = std::exp(power * log_sigmoid);
  return {value, power * value * (x > 0 ? small : 1.0) / (1 + small)};
}

}  // namespace

Objective make_objective(const AwPolyOptions& options, SlotCounts /*examples*/, Route route) {
  require_usage(options.gamma > 1 && std::isfinite(options.gamma), "gamma: expected a number above 1, got ",
                options.gamma);
  const double power = 1 / (options.gamma - 1);
  return make_adaptively_weighted("aw-poly", options, route, [power](double x) { return power_of_sigmoid(x, power); });
}

}  // namespace pauc
