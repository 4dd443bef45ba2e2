#include "pauc/kernel/vector_math.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"

namespace pauc::kernel {
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

TEST(QuickExp, IsTheSameInLanes) {
  Random random(15);
  for (int i = 0; i < 100000; ++i) {
    double x[kLanes];
    double found[kLanes];
    for (double& value : x) value = (2 * random.uniform() - 1) * (i % 2 == 0 ? 600 : 2);
    store_lanes(quick_exp(load_lanes(x)), found);
    for (std::size_t lane = 0; lane < kLanes; ++lane) ASSERT_EQ(found[lane], quick_exp(x[lane])) << x[lane];
  }
}

}  // namespace
}  // namespace pauc::kernel
