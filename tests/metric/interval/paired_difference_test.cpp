#include "pauc/metric/interval/paired_difference.h"

#include <limits>
#include <vector>

#include "pauc/core/random.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using Numbers = std::vector<double>;

// Differences 0.01, 0.03, 0, 0.01, 0.03: t = 0.016 / 0.006 = 8/3 on 4 degrees, whose p is 0.056; t_0.975 = 2.776445.
TEST(PairedDifference, IsWorkedOutByHand) {
  const PairedDifference found =
      paired_difference(Numbers{0.71, 0.74, 0.72, 0.70, 0.73}, Numbers{0.70, 0.71, 0.72, 0.69, 0.70}, 0.95);
  EXPECT_EQ(found.n, 5);
  EXPECT_NEAR(found.mean, 0.016, 1e-15);
  EXPECT_NEAR(*found.standard_error, 0.006, 1e-15);
  ASSERT_TRUE(found.ci.interval);
  EXPECT_NEAR(found.ci.interval->lower, 0.016 - 2.7764451052 * 0.006, 1e-12);
  EXPECT_NEAR(found.ci.interval->upper, 0.016 + 2.7764451052 * 0.006, 1e-12);
  EXPECT_NEAR(*found.p, 0.056, 1e-12);
  EXPECT_FALSE(found.beyond_noise());
}

TEST(PairedDifference, IsBeyondNoiseOnEitherSide) {
  const Numbers high = {0.71, 0.74, 0.72};
  const Numbers low = {0.61, 0.63, 0.60};
  EXPECT_TRUE(paired_difference(high, low, 0.95).beyond_noise());
  EXPECT_TRUE(paired_difference(low, high, 0.95).beyond_noise());
  EXPECT_LT(paired_difference(low, high, 0.95).ci.interval->upper, 0);
  EXPECT_FALSE(paired_difference(high, low, 0.9999).beyond_noise());
}

TEST(PairedDifference, OfOnePairHasNoInterval) {
  const PairedDifference found = paired_difference(Numbers{0.7}, Numbers{0.5}, 0.95);
  EXPECT_EQ(found.n, 1);
  EXPECT_NEAR(found.mean, 0.2, 1e-15);
  EXPECT_FALSE(found.standard_error);
  EXPECT_FALSE(found.ci.interval);
  EXPECT_EQ(found.ci.reason, "one pair has no spread");
  EXPECT_FALSE(found.p);
  EXPECT_FALSE(found.beyond_noise());
}

TEST(PairedDifference, OfEqualListsIsNone) {
  const Numbers list = {0.1, 0.2, 0.7};
  const PairedDifference found = paired_difference(list, list, 0.95);
  EXPECT_EQ(found.mean, 0);
  EXPECT_FALSE(found.beyond_noise());
}

// 0.8 - 0.7 and 0.4 - 0.3 are not the same number to the last bit.
TEST(PairedDifference, WithoutSpreadHasNoInterval) {
  for (const auto& [a, b] :
       {std::pair(Numbers{0.75, 0.5, 0.25}, Numbers{0.5, 0.25, 0}), std::pair(Numbers{0.8, 0.4}, Numbers{0.7, 0.3})}) {
    const PairedDifference found = paired_difference(a, b, 0.95);
    EXPECT_NEAR(found.mean, a[0] - b[0], 1e-15);
    EXPECT_NEAR(*found.standard_error, 0, 1e-15);
    EXPECT_FALSE(found.ci.interval);
    EXPECT_THAT(found.ci.reason, HasSubstr("all differences are equal"));
    EXPECT_FALSE(found.p);
    EXPECT_FALSE(found.beyond_noise());
  }
}

TEST(PairedDifference, ALittleSpreadIsEnough) {
  const PairedDifference found = paired_difference(Numbers{0.75, 0.5, 0.25}, Numbers{0.5, 0.25, 1e-9}, 0.95);
  EXPECT_TRUE(found.beyond_noise());
  EXPECT_LT(*found.p, 1e-9);
}

// The interval excludes 0 just where p is below 1 - confidence.
TEST(PairedDifference, IntervalAndPAgree) {
  Random random(7);
  int beyond = 0;
  for (int trial = 0; trial < 500; ++trial) {
    Numbers a;
    Numbers b;
    for (int k = 0; k < 2 + trial % 6; ++k) {
      a.push_back(random.uniform() + 0.3);
      b.push_back(random.uniform());
    }
    const PairedDifference found = paired_difference(a, b, 0.9);
    EXPECT_EQ(found.beyond_noise(), *found.p < 0.1) << trial;
    beyond += found.beyond_noise() ? 1 : 0;
  }
  EXPECT_GT(beyond, 50);
  EXPECT_LT(beyond, 450);
}

TEST(PairedDifference, RefusesWhatIsNoPair) {
  const auto refusal = [](const Numbers& a, const Numbers& b) {
    return refusal_of([&] { paired_difference(a, b, 0.95); });
  };
  EXPECT_THAT(refusal({1, 2}, {1}), HasSubstr("expected lists of one length, got 2 and 1"));
  EXPECT_THAT(refusal({}, {}), HasSubstr("expected at least one pair, got none"));
  EXPECT_THAT(refusal({1, std::numeric_limits<double>::quiet_NaN()}, {1, 2}), HasSubstr("got nan and 2"));
  for (const double confidence : {0.0, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT(refusal_of(
                    [&] {
                      paired_difference(Numbers{1, 2}, Numbers{1, 3}, confidence);
                    },
                    Fault::usage),
                HasSubstr("confidence: expected a number between 0 and 1"));
  }
}

}  // namespace
}  // namespace pauc
