#pragma once

#include <cmath>

namespace pauc {

// The step of a stage that is held near its start x_0 by 1/(2 gamma) |x - x_0|^2:
//
//   x <- (gamma x + eta x_0 - eta gamma g) / (gamma + eta)
//
// Without a gradient x - x_0 shrinks by the factor gamma / (gamma + eta) a step, so steps that a coordinate sat out can
// be made up for at once, together with their sum for the stage's average.
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
    if (shrink_ >= 1) return x * steps;  // gamma so large that nothing pulls
    return start * steps + (x - start) * shrink_ * -std::expm1(steps * std::log(shrink_)) / (1 - shrink_);
  }

 private:
  double gamma_;
  double eta_;
  double shrink_;
};

}  // namespace pauc
