#include "pauc/objective/method/aw_exp.h"

#include <cmath>

#include "pauc/objective/adaptive_weights.h"

namespace pauc {

namespace {

// w(h) = 1 - exp(-gamma h) at h = sigmoid(x), and its slope by x: gamma exp(-gamma h) h (1 - h).
AdaptiveWeight saturating_weight(double x, double gamma) {
  const double small = std::exp(-std::abs(x));
  const double h = (x > 0 ? 1.0 : small) / (1 + small);
  const double link_slope = small / ((1 + small) * (1 + small));
  return {-std::expm1(-gamma * h), gamma * std::exp(-gamma * h) * link_slope};
}

}  // namespace

Objective make_objective(const AwExpOptions& options, SlotCounts /*examples*/, Route route) {
  require_above_zero("gamma", options.gamma);
  const double gamma = options.gamma;
  return make_adaptively_weighted("aw-exp", options, route, [gamma](double x) { return saturating_weight(x, gamma); });
}

}  // namespace pauc
