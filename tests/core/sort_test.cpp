#include "pauc/core/sort.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/random.h"

namespace pauc {
namespace {

TEST(DescendingKey, OrdersEveryKindOfNumber) {
  const std::vector<double> descending = {1e300, 2, 1, 5e-324, 0, -5e-324, -1, -2, -1e300};
  for (std::size_t i = 0; i + 1 < descending.size(); ++i) {
    EXPECT_LT(descending_key(descending[i]), descending_key(descending[i + 1])) << descending[i];
    EXPECT_EQ(score_of_key(descending_key(descending[i])), descending[i]);
  }
}

TEST(DescendingKey, TiesTheTwoZeros) { EXPECT_EQ(descending_key(-0.0), descending_key(0.0)); }

// Keys of several shapes: spread over all bits, few distinct, equal in the leading bits, already ordered.
std::vector<std::uint64_t> some_keys(Random& random, std::size_t count, int shape) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) {
    switch (shape) {
      case 0:
        keys[i] = random.next();
        break;
      case 1:
        keys[i] = random.below(7) * (std::uint64_t{1} << 60);
        break;
      case 2:
        keys[i] = (i == 0 ? std::uint64_t{1} << 63 : 0) + random.below(1 << 20);
        break;
      case 3:
        keys[i] = i;
        break;
      default:
        keys[i] = descending_key(random.normal());
    }
  }
  return keys;
}

TEST(SortKeys, AgreesWithTheStandardLibrary) {
  Random random(1);
  for (const std::size_t count : {0U, 1U, 2U, 1024U, 1025U, 5000U, 300000U}) {
    for (int shape = 0; shape < 5; ++shape) {
      for (const int threads : {1, 3}) {
        auto keys = some_keys(random, count, shape);
        auto expected = keys;
        std::sort(expected.begin(), expected.end());
        sort_keys(keys, threads);
        ASSERT_EQ(keys, expected) << count << " keys of shape " << shape << " on " << threads << " threads";
      }
    }
  }
}

TEST(SortRows, KeepsRowsOfEqualKeysInOrder) {
  Random random(2);
  for (const std::size_t count : {10U, 5000U, 300000U}) {
    for (int shape = 0; shape < 5; ++shape) {
      const auto keys = some_keys(random, count, shape);
      std::vector<KeyedRow> rows;
      for (std::uint32_t i = 0; i < count; ++i) rows.push_back({keys[i], i});
      auto expected = rows;
      std::stable_sort(expected.begin(), expected.end(), [](auto& a, auto& b) { return a.key < b.key; });
      sort_rows(rows, 3);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(rows[i].row, expected[i].row) << count << " of shape " << shape;
    }
  }
}

// Scores of several shapes: spread, few distinct, one far from the others, a range that overflows, hardly any range,
// both zeros.
std::vector<double> some_scores(Random& random, std::size_t count, int shape) {
  std::vector<double> scores(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.normal();
    switch (shape) {
      case 0:
        scores[i] = x;
        break;
      case 1:
        scores[i] = std::floor(3 * x);
        break;
      case 2:
        scores[i] = i == 0 ? 1e12 : x;
        break;
      case 3:
        scores[i] = i % 2 == 0 ? 1e308 * std::tanh(x) : -1.7e308;
        break;
      case 4:
        scores[i] = 5e-324 * std::floor(3 * x);
        break;
      default:
        scores[i] = i % 2 == 0 ? -0.0 : std::max(0.0, x);
    }
  }
  return scores;
}

TEST(DescendingOrder, AgreesWithAStableSort) {
  Random random(3);
  for (const std::size_t count : {0U, 1U, 2U, 32U, 33U, 1024U, 1025U, 70000U, 300000U}) {
    for (int shape = 0; shape < 6; ++shape) {
      const auto scores = some_scores(random, count, shape);
      std::vector<std::uint32_t> expected(count);
      for (std::uint32_t i = 0; i < count; ++i) expected[i] = i;
      std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return scores[a] > scores[b]; });
      for (const int threads : {1, 3}) {
        ASSERT_EQ(descending_order(scores, threads), expected) << count << " scores of shape " << shape;
      }
    }
  }
}

TEST(TopOrder, IsTheBeginningOfTheOrderUpToAChangeOfScore) {
  Random random(4);
  for (const std::size_t size : {0U, 1U, 2U, 33U, 1025U, 70000U}) {
    for (int shape = 0; shape < 6; ++shape) {
      const auto scores = some_scores(random, size, shape);
      const auto all = descending_order(scores, 1);
      for (const std::size_t count : {std::size_t{1}, size / 100, size / 3, size, size + 1}) {
        RankBins bins;
        const auto top = top_order(scores, count, 1, bins);
        ASSERT_GE(top.size(), std::min(count, size)) << size << " scores of shape " << shape;
        ASSERT_TRUE(std::equal(top.begin(), top.end(), all.begin())) << size << " scores of shape " << shape;
        if (top.size() < size && !top.empty()) {
          ASSERT_GT(scores[top.back()], scores[all[top.size()]]);
        }
      }
    }
  }
}

TEST(TopOrder, LeavesMostOfTheOthersOut) {
  Random random(5);
  RankBins bins;
  EXPECT_LT(top_order(some_scores(random, 10000, 0), 300, 1, bins).size(), 350U);
}

}  // namespace
}  // namespace pauc
