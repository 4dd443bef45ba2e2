#pragma once

namespace pauc {

double normal_cdf(double x);
double normal_quantile(double p);  // 0 < p < 1

// Regularised incomplete beta function and its inverse in x; a, b > 0.
double beta_cdf(double x, double a, double b);
double beta_quantile(double p, double a, double b);

// Student's t with any number of degrees of freedom > 0.
double student_cdf(double t, double degrees);
double student_quantile(double p, double degrees);  // 0 < p < 1

}  // namespace pauc
