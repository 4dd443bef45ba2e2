#include "pauc/metric/interval/distributions.h"

#include <math.h>  // lgamma_r is POSIX, not C++

#include <cmath>
#include <limits>

namespace pauc {

namespace {

// Finds x in (lower, upper) with increasing(x) = target, to the last bits.
template <class Increasing>
double bisect(const Increasing& increasing, double target, double lower, double upper) {
  for (int step = 0; step < 200; ++step) {
    const double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) return middle;
    (increasing(middle) < target ? lower : upper) = middle;
  }
  return lower + (upper - lower) / 2;
}

// std::lgamma writes the sign of the gamma function to a global that threads would share.
double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

// The continued fraction of the incomplete beta function (DLMF 8.17.22) by the modified Lentz method; converges quickly
// for x < (a + 1) / (a + b + 2), in some sqrt(max(a, b)) steps.
double beta_fraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int m = 1; m < 100000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < std::numeric_limits<double>::epsilon()) break;
  }
  return result;
}

}  // namespace

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double normal_quantile(double p) {
  if (p == 0.5) return 0;
  // The tail that is not close to 1 keeps its digits.
  if (p > 0.5) return -normal_quantile(1 - p);
  return bisect(normal_cdf, p, -40, 0);
}

double beta_cdf(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_cdf(1 - x, b, a);
  const double log_front = log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log1p(-x);
  return std::exp(log_front) * beta_fraction(x, a, b) / a;
}

double beta_quantile(double p, double a, double b) {
  return bisect([&](double x) { return beta_cdf(x, a, b); }, p, 0, 1);
}

// With x = degrees / (degrees + t^2) the tail is I_x(degrees / 2, 1/2) / 2. Near the middle x is close to 1 and its
// complement keeps the digits; further out the tail is small and keeps its own.
double student_cdf(double t, double degrees) {
  if (t > 0) return 1 - student_cdf(-t, degrees);
  const double square = t * t;
  if (square < 1) return 0.5 - beta_cdf(square / (degrees + square), 0.5, degrees / 2) / 2;
  return beta_cdf(degrees / (degrees + square), degrees / 2, 0.5) / 2;
}

double student_quantile(double p, double degrees) {
  if (p == 0.5) return 0;
  if (p > 0.5) return -student_quantile(1 - p, degrees);
  if (p > 0.25) {
    const double rest = beta_quantile(1 - 2 * p, 0.5, degrees / 2);
    return -std::sqrt(degrees * rest / (1 - rest));
  }
  const double x = beta_quantile(2 * p, degrees / 2, 0.5);
  return -std::sqrt(degrees * (1 - x) / x);
}

}  // namespace pauc
