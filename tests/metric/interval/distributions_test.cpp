#include "pauc/metric/interval/distributions.h"

#include <cmath>

namespace pauc {
namespace {

// Reference values by R: qnorm, pbeta, qbeta.
TEST(NormalQuantile, KnowsItsTable) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-15);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
}

TEST(NormalQuantile, InvertsTheDistribution) {
  for (const double p : {1e-12, 0.001, 0.2, 0.5, 0.77, 0.999})
    EXPECT_NEAR(normal_cdf(normal_quantile(p)) / p, 1, 1e-12);
}

TEST(BetaCdf, HasClosedFormsInSimpleCases) {
  for (const double x : {0.01, 0.3, 0.77}) {
    EXPECT_NEAR(beta_cdf(x, 1, 1), x, 1e-14);
    EXPECT_NEAR(beta_cdf(x, 3, 1), x * x * x, 1e-14);
    EXPECT_NEAR(beta_cdf(x, 1, 4), 1 - std::pow(1 - x, 4), 1e-14);
    EXPECT_NEAR(beta_cdf(x, 0.5, 0.5), 2 / std::acos(-1.0) * std::asin(std::sqrt(x)), 1e-13);
  }
}

// The binomial tail sum that the incomplete beta function stands for, added up term by term.
TEST(BetaCdf, IsABinomialTail) {
  for (const int trials : {5, 60, 1000}) {
    for (const int hits : {1, trials / 3, trials}) {
      const double p = 0.37;
      double tail = 0;
      for (int k = hits; k <= trials; ++k) {
        tail += std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) + k * std::log(p) +
                         (trials - k) * std::log1p(-p));
      }
      EXPECT_NEAR(beta_cdf(p, hits, trials - hits + 1), tail, 1e-11);
    }
  }
}

TEST(BetaQuantile, InvertsTheDistribution) {
  for (const double a : {0.3, 1.0, 20.0, 5000.0}) {
    for (const double b : {0.7, 2.0, 800.0}) {
      for (const double p : {0.025, 0.5, 0.975}) EXPECT_NEAR(beta_cdf(beta_quantile(p, a, b), a, b), p, 1e-9);
    }
  }
}

// By R's pt.
TEST(StudentCdf, KnowsItsTable) {
  EXPECT_NEAR(student_cdf(-2.5, 4), 0.03338327240599406, 1e-15);
  EXPECT_NEAR(student_cdf(12, 2), 0.9965635331614208, 1e-15);
  EXPECT_NEAR(student_cdf(-40, 3) / 1.719034039457927e-05, 1, 1e-12);
  EXPECT_NEAR(student_cdf(-5.6564, 1000) / 1.0085712370111565e-08, 1, 1e-11);
  EXPECT_NEAR(student_cdf(-3.2, 0.5), 0.17799446285709264, 1e-14);
  EXPECT_NEAR(student_cdf(1.5, 1e6), 0.9331926408816036, 1e-8);
  EXPECT_EQ(student_cdf(0, 7), 0.5);
}

// One degree is Cauchy's, two have an algebraic form.
TEST(StudentCdf, HasClosedFormsInSimpleCases) {
  for (const double t : {-100.0, -3.0, -1.0, -1e-3, 0.2, 1.0, 8.0}) {
    EXPECT_NEAR(student_cdf(t, 1), 0.5 + std::atan(t) / std::acos(-1.0), 1e-14) << t;
    EXPECT_NEAR(student_cdf(t, 2), 0.5 + t / (2 * std::sqrt(2 + t * t)), 1e-14) << t;
  }
}

// By R's qt.
TEST(StudentQuantile, KnowsItsTable) {
  EXPECT_NEAR(student_quantile(0.975, 4), 2.7764451051977934, 1e-13);
  EXPECT_NEAR(student_quantile(0.975, 1), 12.706204736174694, 1e-12);
  EXPECT_NEAR(student_quantile(1e-10, 2), -70710.67810804815, 1e-6);
  EXPECT_NEAR(student_quantile(0.2, 30), -0.85376726147129767, 1e-14);
  EXPECT_NEAR(student_quantile(0.50001, 5) / 2.6343055244940941e-05, 1, 1e-10);
  EXPECT_EQ(student_quantile(0.5, 3), 0);
}

TEST(StudentQuantile, InvertsTheDistribution) {
  for (const double degrees : {0.5, 1.0, 4.0, 29.0, 1000.0}) {
    for (const double p : {1e-8, 0.025, 0.2499, 0.2501, 0.4, 0.5, 0.7, 0.975}) {
      EXPECT_NEAR(student_cdf(student_quantile(p, degrees), degrees) / p, 1, 1e-10) << degrees << ' ' << p;
    }
  }
}

}  // namespace
}  // namespace pauc
