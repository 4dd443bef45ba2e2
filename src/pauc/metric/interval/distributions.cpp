#include "pauc/metric/interval/distributions.h"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

namespace pauc {

namespace {

namespace bm = boost::math;
namespace policies = boost::math::policies;

// Errors give NaN or infinity instead of exceptions. No long double: it is slower and not the same on every processor.
using Plain =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>, policies::promote_double<false>>;

using Student = bm::students_t_distribution<double, Plain>;

}  // namespace

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double normal_quantile(double p) { return -std::sqrt(2.0) * bm::erfc_inv(2 * p, Plain()); }

double beta_cdf(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return bm::ibeta(a, b, x, Plain());
}

double beta_tail(double x, double a, double b) {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  return bm::ibetac(a, b, x, Plain());
}

double beta_quantile(double p, double a, double b) { return bm::ibeta_inv(a, b, p, Plain()); }

double chi_squared_tail(double x, double degrees) {
  if (degrees <= 0) return 1;
  return bm::gamma_q(degrees / 2, x / 2, Plain());
}

// With x = degrees / (degrees + t^2) the tail is I_x(degrees / 2, 1/2) / 2. Near the middle x is close to 1 and its
// complement keeps the digits, which Boost's own cdf loses there.
double student_cdf(double t, double degrees) {
  if (t > 0) return 1 - student_cdf(-t, degrees);
  const double square = t * t;
  if (square < 1) return 0.5 - beta_cdf(square / (degrees + square), 0.5, degrees / 2) / 2;
  return beta_cdf(degrees / (degrees + square), degrees / 2, 0.5) / 2;
}

double student_quantile(double p, double degrees) { return bm::quantile(Student(degrees), p); }

}  // namespace pauc
