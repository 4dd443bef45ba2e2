#pragma once

namespace pauc {

double normal_cdf(double x);
double normal_quantile(double p);  // 0 < p < 1

// Regularised incomplete beta function and its inverse in x; a, b > 0.
double beta_cdf(double x, double a, double b);
double beta_quantile(double p, double a, double b);

}  // namespace pauc
