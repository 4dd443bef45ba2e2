#include "pauc/metric/interval/mean_deviation.h"

#include <cmath>
#include <vector>

#include "support/refusals.h"

namespace pauc {
namespace {

TEST(MeanDeviation, IsWorkedOutByHand) {
  const MeanDeviation found = mean_deviation(std::vector<double>{1, 2, 6});
  EXPECT_EQ(found.n, 3);
  EXPECT_DOUBLE_EQ(found.mean, 3);
  EXPECT_DOUBLE_EQ(*found.deviation, std::sqrt(7.0));  // (4 + 1 + 9) / 2
  EXPECT_DOUBLE_EQ(*found.standard_error(), std::sqrt(7.0 / 3));
}

TEST(MeanDeviation, OfOneNumberHasNoSpread) {
  const MeanDeviation found = mean_deviation(std::vector<double>{0.7});
  EXPECT_EQ(found.mean, 0.7);
  EXPECT_FALSE(found.deviation);
  EXPECT_FALSE(found.standard_error());
}

// 0.1 + 0.1 + 0.1 is not 0.3.
TEST(MeanDeviation, OfEqualNumbersIsExact) {
  for (const double value : {0.1, 0.7, 0.86, -1.3}) {
    for (std::size_t n = 2; n < 12; ++n) {
      const MeanDeviation found = mean_deviation(std::vector<double>(n, value));
      EXPECT_EQ(found.mean, value);
      EXPECT_EQ(found.deviation, 0.0);
    }
  }
}

TEST(MeanDeviation, KeepsItsDigitsFarFromZero) {
  const MeanDeviation found = mean_deviation(std::vector<double>{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
  EXPECT_EQ(found.mean, 1e9 + 10);
  EXPECT_DOUBLE_EQ(*found.deviation, std::sqrt(30.0));
}

TEST(MeanDeviation, RefusesNoNumbers) {
  EXPECT_EQ(test::refusal_of([] { mean_deviation({}); }), "mean: expected at least one number, got none");
}

}  // namespace
}  // namespace pauc
