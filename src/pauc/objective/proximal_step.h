#pragma once

#include <cmath>

namespace pauc {

// A step of a stage that 1/(2 gamma) |x - x_0|^2 pulls towards its start x_0:
//
//   x <- (gamma x + eta x_0 - eta gamma g) / (gamma + eta)
//
// Without a gradient, x - x_0 shrinks by the factor gamma / (gamma + eta) per step. So a coordinate that was not
// sampled for some steps can catch up at once, including the sum of its iterates for the stage's average.
class ProximalStep {
 public:
  ProximalStep(double gamma, double eta) : gamma_(gamma), eta_(eta), shrink_(gamma / (gamma + eta)) {}

  double operator()(double x, double start, double gradient) const {
    return (gamma_ * x + eta_ * start - eta_ * gamma_ * gradient) / (gamma_ + eta_);
  }

  // x after `steps` steps without a gradient.
  double idle(double x, double start, double steps) const { return start + (x - start) * std::pow(shrink_, steps); }

  // The sum of those iterates: start x steps + (x - start)(r + r^2 + ... + r^steps).
  double sum_of_idle(double x, double start, double steps) const {
    if (shrink_ >= 1) return x * steps;  // gamma is so large that there is no pull
    return start * steps + (x - start) * shrink_ * -std::expm1(steps * std::log(shrink_)) / (1 - shrink_);
  }

 private:
  double gamma_;
  double eta_;
  double shrink_;
};

}  // namespace pauc
