#include "pauc/kernel/vector_math.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"

namespace pauc {
namespace {

TEST(QuickExp, IsAsExactAsItSays) {
  Random random(14);
  long double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double x = (2 * random.uniform() - 1) * (i % 2 == 0 ? 708 : 2);
    const long double expected = std::exp(static_cast<long double>(x));
    worst = std::max(worst, std::abs(quick_exp(x) - expected) / expected);
  }
  EXPECT_LT(worst, 4.5e-16L);
}

TEST(QuickExp, IsNothingFarBelowZero) {
  EXPECT_LT(quick_exp(-1e300), 1e-300);
  EXPECT_EQ(quick_exp(0), 1);
}

}  // namespace
}  // namespace pauc
