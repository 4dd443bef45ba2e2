#include "pauc/metric/rate_evidence.h"

#include <cmath>

#include "pauc/core/random.h"

namespace pauc {
namespace {

// The mean wealth over all 2^n sequences, each with its probability: a martingale starts and ends at 1.
TEST(RateEvidence, IsFairWhereTheRateIsKeptExactly) {
  constexpr int kCases = 12;
  for (const double rate : {0.01, 0.1, 0.5, 0.9}) {
    double mean = 0;
    for (int sequence = 0; sequence < 1 << kCases; ++sequence) {
      std::vector<double> values;
      double chance = 1;
      for (int k = 0; k < kCases; ++k) {
        values.push_back((sequence >> k) & 1);
        chance *= values.back() == 1 ? rate : 1 - rate;
      }
      mean += chance * rate_evidence(values, rate, 0.05).evidence;
    }
    EXPECT_NEAR(mean, 1, 1e-9) << rate;
  }
}

// Values between 0 and 1, such as shares of groups: fair for any distribution with this mean.
TEST(RateEvidence, IsFairForSharesToo) {
  const double shares[] = {0, 0.25, 1};
  const double chances[] = {0.86, 0.08, 0.06};  // mean 0.08
  double mean = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 3; ++c) {
        const std::vector<double> values = {shares[a], shares[b], shares[c]};
        mean += chances[a] * chances[b] * chances[c] * rate_evidence(values, 0.08, 0.05).evidence;
      }
    }
  }
  EXPECT_NEAR(mean, 1, 1e-12);
}

// The rate weighted by stakes is kept exactly, (0.9 x 0.04 + 0.3 x 0.16) / (0.9 x 0.4 + 0.3 x 0.6) of stakes; the plain
// one is 0.2.
TEST(RateEvidence, IsFairForTheRateWeightedByStakes) {
  const double stakes[] = {0.9, 0.9, 0.3, 0.3};
  const double values[] = {1, 0, 1, 0};
  const double chances[] = {0.04, 0.36, 0.16, 0.44};
  const double rate = (0.9 * 0.04 + 0.3 * 0.16) / (0.9 * 0.4 + 0.3 * 0.6);
  double mean = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) {
      for (int c = 0; c < 4; ++c) {
        RateBets bets(rate, 0.05);
        for (const int k : {a, b, c}) bets.add(values[k], stakes[k]);
        mean += chances[a] * chances[b] * chances[c] * bets.evidence().evidence;
      }
    }
  }
  EXPECT_NEAR(mean, 1, 1e-12);
}

double share_of_alarms(double rate, double promised, int cases, int sets) {
  Random random(31);
  int broken = 0;
  for (int set = 0; set < sets; ++set) {
    std::vector<double> values;
    for (int k = 0; k < cases; ++k) values.push_back(random.uniform() < rate ? 1 : 0);
    broken += rate_evidence(values, promised, 0.05).broken_at ? 1 : 0;
  }
  return 1.0 * broken / sets;
}

// Watched after each of 2000 cases.
TEST(RateEvidence, SeldomAccusesARateThatIsKept) {
  EXPECT_LE(share_of_alarms(0.1, 0.1, 2000, 500), 0.05 + 3 * std::sqrt(0.05 * 0.95 / 500));
  EXPECT_LE(share_of_alarms(0.05, 0.1, 2000, 200), 0.01);
}

TEST(RateEvidence, FindsABrokenRate) {
  EXPECT_GE(share_of_alarms(0.15, 0.1, 2000, 100), 0.95);
  EXPECT_GE(share_of_alarms(0.02, 0.01, 5000, 100), 0.95);
}

// Three thousand good cases do not buy credit for ever.
TEST(RateEvidence, FindsARateThatRisesLate) {
  Random random(32);
  for (int set = 0; set < 20; ++set) {
    std::vector<double> values;
    for (int k = 0; k < 4000; ++k) values.push_back(random.uniform() < (k < 3000 ? 0.05 : 0.2) ? 1 : 0);
    const RateEvidence found = rate_evidence(values, 0.1, 0.05);
    ASSERT_TRUE(found.broken_at) << set;
    EXPECT_GT(*found.broken_at, 3000);
    EXPECT_LT(*found.broken_at, 3700);
  }
}

TEST(RateEvidence, SaysWhen) {
  const std::vector<double> values(20, 1.0);
  const RateEvidence found = rate_evidence(values, 0.1, 0.05);
  ASSERT_TRUE(found.broken_at);
  EXPECT_GT(*found.broken_at, 1);
  EXPECT_LT(*found.broken_at, 6);
  EXPECT_LT(rate_evidence({values.data(), *found.broken_at - 1}, 0.1, 0.05).evidence, 20);
  EXPECT_DOUBLE_EQ(found.p(), 1 / found.most);
  EXPECT_EQ(rate_evidence({}, 0.1, 0.05).p(), 1);
}

TEST(RateEvidence, StaysANumberForever) {
  const RateEvidence found = rate_evidence(std::vector<double>(100000, 1.0), 0.001, 0.05);
  EXPECT_TRUE(std::isfinite(found.evidence));
  EXPECT_TRUE(std::isfinite(rate_evidence(std::vector<double>(100000, 0.0), 0.5, 0.05).evidence));
}

}  // namespace
}  // namespace pauc
