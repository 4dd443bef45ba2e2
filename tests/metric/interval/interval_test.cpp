#include "pauc/metric/interval/interval.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"
#include "pauc/metric/interval/distributions.h"

namespace pauc {
namespace {

// By R: binom.test(15, 20)$conf.int, binom.test(0, 10), binom.test(10, 10).
TEST(ClopperPearson, AgreesWithBinomTest) {
  const Interval some = clopper_pearson(15, 20, 0.95);
  EXPECT_NEAR(some.lower, 0.5089541282920425, 1e-10);
  EXPECT_NEAR(some.upper, 0.9134285308985655, 1e-10);
  const Interval none = clopper_pearson(0, 10, 0.95);
  EXPECT_EQ(none.lower, 0);
  EXPECT_NEAR(none.upper, 1 - std::pow(0.025, 0.1), 1e-10);
  const Interval all = clopper_pearson(10, 10, 0.95);
  EXPECT_NEAR(all.lower, std::pow(0.025, 0.1), 1e-10);
  EXPECT_EQ(all.upper, 1);
}

TEST(LogitInterval, StaysInsideZeroAndOne) {
  const auto wide = logit_interval(0.99, 0.01, 0.95).interval.value();
  EXPECT_GT(wide.lower, 0);
  EXPECT_LT(wide.upper, 1);
  const auto narrow = logit_interval(0.5, 1e-6, 0.95).interval.value();
  EXPECT_NEAR(narrow.upper - 0.5, 1.96e-3, 1e-5);
  EXPECT_NEAR(0.5 - narrow.lower, narrow.upper - 0.5, 1e-12);
}

TEST(LogitInterval, SaysWhyThereIsNone) {
  EXPECT_EQ(logit_interval(0, 0.1, 0.95).reason, "the estimate is 0");
  EXPECT_EQ(logit_interval(1, 0.1, 0.95).reason, "the estimate is 1");
  EXPECT_EQ(logit_interval(0.5, 0, 0.95).reason, "the estimated variance is 0");
  EXPECT_FALSE(logit_interval(0.5, std::nan(""), 0.95).interval.has_value());
}

std::vector<double> normal_replicates(double mean, int count) {
  std::vector<double> replicates;
  for (int i = 1; i <= count; ++i) replicates.push_back(mean + normal_quantile(static_cast<double>(i) / (count + 1)));
  return replicates;
}

TEST(PercentileInterval, TakesOrderStatistics) {
  std::vector<double> replicates;
  for (int i = 1; i <= 999; ++i) replicates.push_back(i);
  const auto interval = percentile_interval(replicates, 0.9).interval.value();
  EXPECT_NEAR(interval.lower, 50, 1e-9);
  EXPECT_NEAR(interval.upper, 950, 1e-9);
}

TEST(PercentileInterval, RefusesReplicatesThatAreAllEqual) {
  const std::vector<double> replicates(500, 1.0);
  EXPECT_EQ(percentile_interval(replicates, 0.95).reason, "every replicate gives the same value");
}

TEST(BcaInterval, IsThePercentileIntervalWithoutBiasAndSkew) {
  const auto replicates = normal_replicates(0, 1999);
  const std::vector<double> symmetric = {-1, 1, -2, 2};
  const auto bca = bca_interval(0, replicates, symmetric, 0.95).interval.value();
  const auto percentile = percentile_interval(replicates, 0.95).interval.value();
  EXPECT_NEAR(bca.lower, percentile.lower, 1e-9);
  EXPECT_NEAR(bca.upper, percentile.upper, 1e-9);
}

// z0 and a by hand: estimate at the 16 % point of the replicates gives z0 = qnorm(0.16); influence {-1, -1, 2} gives a
// = 6 / (6 6^1.5).
TEST(BcaInterval, ShiftsByBiasAndAcceleration) {
  const auto replicates = normal_replicates(0, 19999);
  const double z0 = normal_quantile(0.16);
  const double a = 6.0 / (6 * std::pow(6.0, 1.5));
  const auto level = [&](double z) { return normal_cdf(z0 + (z0 + z) / (1 - a * (z0 + z))); };
  const std::vector<double> influence = {-1, -1, 2};
  const auto interval = bca_interval(z0, replicates, influence, 0.95).interval.value();
  EXPECT_NEAR(interval.lower, normal_quantile(level(-1.959963984540054)), 2e-3);
  EXPECT_NEAR(interval.upper, normal_quantile(level(1.959963984540054)), 2e-3);
}

// The interval at confidence 1 - p has one end at 0.
TEST(PValues, AgreeWithTheInterval) {
  const auto replicates = normal_replicates(1.5, 19999);
  const std::vector<double> influence = {-1, -1, 2};
  const double percentile_p = percentile_p_value(replicates).value();
  EXPECT_NEAR(percentile_p, 2 * normal_cdf(-1.5), 2e-4);
  EXPECT_NEAR(percentile_interval(replicates, 1 - percentile_p).interval->lower, 0, 2e-3);
  const double bca_p = bca_p_value(1.4, replicates, influence).value();
  EXPECT_NEAR(bca_interval(1.4, replicates, influence, 1 - bca_p).interval->lower, 0, 2e-3);
}

TEST(PValues, AreNeverZero) {
  const auto replicates = normal_replicates(50, 999);
  EXPECT_NEAR(percentile_p_value(replicates).value(), 2.0 / 1000, 1e-12);
  EXPECT_EQ(percentile_p_value(std::vector<double>(100, 0.0)), 1.0);
  EXPECT_FALSE(percentile_p_value(std::vector<double>(100, 0.5)).has_value());
}

}  // namespace
}  // namespace pauc
