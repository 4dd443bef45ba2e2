#include "pauc/core/random.h"

#include <cmath>
#include <set>
#include <vector>

namespace pauc {
namespace {

// The reference implementation's first outputs from the state {1, 2, 3, 4}.
TEST(Random, IsXoshiro256PlusPlus) {
  Random random(0);
  random.restore({1, 2, 3, 4});
  EXPECT_EQ(random.next(), 41943041U);
  EXPECT_EQ(random.next(), 58720359U);
  EXPECT_EQ(random.next(), 3588806011781223U);
  EXPECT_EQ(random.next(), 3591011842654386U);
}

TEST(Random, GivesTheSameNumbersForTheSameSeedAndStream) {
  Random a(5, 7);
  Random b(5, 7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, KeepsSeedsAndStreamsApart) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t stream = 0; stream < 50; ++stream) first.insert(Random(seed, stream).next());
  }
  EXPECT_EQ(first.size(), 2500U);
}

TEST(Random, GoesOnFromARestoredState) {
  Random random(9);
  random.next();
  const auto state = random.state();
  const auto expected = random.next();
  Random other(0);
  other.restore(state);
  EXPECT_EQ(other.next(), expected);
}

TEST(Random, DrawsBelowABoundEvenly) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 400);  // four standard deviations
}

TEST(Random, DrawsNormalNumbers) {
  Random random(2);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(squares / kDraws, 1, 0.015);
}

}  // namespace
}  // namespace pauc
