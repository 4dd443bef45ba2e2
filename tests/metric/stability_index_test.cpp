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
  std::vector<std::int32_t> before, now;
  for (int k = 0; k < 1000; ++k) {
    before.push_back(k % 2);
    now.push_back(k % 2 == 0 ? 0 : 7 + k % 3);
  }
  const Drift drift = category_drift(before, now);
  EXPECT_EQ(drift.bins, 3);
  EXPECT_TRUE(drift.is_large());
  EXPECT_FALSE(category_drift(before, before).is_notable());
}

}  // namespace
}  // namespace pauc
