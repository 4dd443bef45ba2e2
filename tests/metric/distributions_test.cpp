#include "pauc/metric/distributions.h"

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

}  // namespace
}  // namespace pauc
