#pragma once

namespace pauc {

/// Standard normal distribution.
double normal_cdf(double x);
/// Its inverse; 0 < p < 1.
double normal_quantile(double p);

/// Beta distribution, that is, the regularised incomplete beta function; a, b > 0.
double beta_cdf(double x, double a, double b);
/// 1 - beta_cdf, with the digits that the difference would lose.
double beta_tail(double x, double a, double b);
/// The inverse of beta_cdf in x.
double beta_quantile(double p, double a, double b);

/// Probability that a chi-squared variable exceeds x >= 0; 1 with 0 degrees of freedom.
double chi_squared_tail(double x, double degrees);

/// Student's t-distribution with any number of degrees of freedom > 0.
double student_cdf(double t, double degrees);
/// Its inverse; 0 < p < 1.
double student_quantile(double p, double degrees);

}  // namespace pauc
