#include "pauc/metric/stability_index.h"

#include <cmath>
#include <limits>

#include "pauc/core/random.h"

namespace pauc {
namespace {

std::vector<float> normals(Random& random, int count, double shift) {
  std::vector<float> values;
  for (int k = 0; k < count; ++k) values.push_back(static_cast<float>(random.normal() + shift));
  return values;
}

TEST(StabilityIndex, IsWorkedOutByHand) {
  const Drift drift = stability_index({49, 49}, {24, 74});
  const double q = 49.5 / 99, p = 24.5 / 99;
  EXPECT_NEAR(drift.index, (p - q) * std::log(p / q) + (q - p) * std::log((1 - p) / (1 - q)), 1e-12);
  EXPECT_DOUBLE_EQ(drift.by_chance, 2.0 / 98);
  EXPECT_EQ(stability_index({5, 0, 7}, {10, 0, 14}).bins, 2);
}

TEST(StabilityIndex, WithoutDriftIsWhatChanceMakes) {
  Random random(1);
  double index = 0, by_chance = 0;
  for (int set = 0; set < 200; ++set) {
    const Drift drift = number_drift(normals(random, 1000, 0), normals(random, 500, 0));
    index += drift.index / 200;
    by_chance += drift.by_chance / 200;
    EXPECT_FALSE(drift.is_notable());
  }
  EXPECT_NEAR(index, by_chance, 0.1 * by_chance);
}

// A column of two values and a few rows moves by chance: that is notable with the probability of the level only.
TEST(StabilityIndex, SeldomCallsChanceNotable) {
  Random random(4);
  for (const int bins : {2, 5, 10}) {
    for (const int rows : {30, 60, 200}) {
      int notable = 0;
      constexpr int kSets = 2000;
      for (int set = 0; set < kSets; ++set) {
        std::vector<std::int64_t> before(bins, 1000 / bins), now(bins);
        for (int row = 0; row < rows; ++row) ++now[random.below(static_cast<std::uint32_t>(bins))];
        Drift drift = stability_index(before, now);
        drift.level = 0.01;
        notable += drift.is_notable() ? 1 : 0;
      }
      EXPECT_LE(notable, 0.02 * kSets) << bins << " bins, " << rows << " rows";
    }
  }
}

TEST(StabilityIndex, FindsAShift) {
  Random random(2);
  EXPECT_TRUE(number_drift(normals(random, 1000, 0), normals(random, 500, 1)).is_large());
}

TEST(StabilityIndex, MissingValuesAreABin) {
  Random random(3);
  const std::vector<float> before = normals(random, 1000, 0);
  std::vector<float> now = before;
  for (std::size_t k = 0; k < 300; ++k) now[3 * k] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(number_drift(before, now).is_large());
  EXPECT_EQ(number_drift(before, before).bins, 10);
}

TEST(StabilityIndex, SeesAConstantColumnMove) {
  const std::vector<float> ones(100, 1.0F);
  EXPECT_EQ(number_drift(ones, ones).index, 0);
  EXPECT_TRUE(number_drift(ones, std::vector<float>(100, 0.0F)).is_large());
  EXPECT_TRUE(number_drift(ones, std::vector<float>(100, 2.0F)).is_large());
}

TEST(StabilityIndex, NewCategoriesShareABin) {
  const CategoryBins bins({{"a", 500}, {"b", 495}, {"seldom", 5}});
  EXPECT_EQ(bins.size(), 3U);
  EXPECT_NE(bins.of("a"), bins.of("b"));
  EXPECT_EQ(bins.of("seldom"), 2U);
  EXPECT_EQ(bins.of("new"), 2U);
}

}  // namespace
}  // namespace pauc
