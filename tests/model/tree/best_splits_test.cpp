#include "pauc/model/tree/best_splits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/tree/forest_cases.h"
#include "pauc/core/random.h"

namespace pauc {
namespace {

using test::ForestCase;
using test::mixed_case;

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

// The parts of a case that a node needs.
struct OneNode {
  OneNode(const ForestCase& rows, std::int64_t min_leaf)
      : columns(rows.size(), rows.features, rows.categories, rows.gather()),
        bins(columns, 1),
        splits(columns, bins, min_leaf) {
    for (std::int64_t row = 0; row < rows.size(); ++row) {
      samples.rows.push_back(static_cast<std::int32_t>(row));
      samples.labels.push_back(rows.labels[row]);
    }
    samples.weights = rows.weights;
    node = {0, rows.size(), sums_of(samples, 0, rows.size())};
  }
  std::optional<Split> best(std::int32_t feature) { return splits.best(samples, node, feature); }

  ForestColumns columns;
  ForestBins bins;
  BestSplits splits;
  Samples samples;
  SampleRange node;
};

bool goes_left(const Split& split, float value) {
  if (std::isnan(value)) return split.missing_left;
  if (split.right.empty()) return value < split.threshold;
  return std::count(split.right.begin(), split.right.end(), static_cast<std::int32_t>(value)) == 0;
}

ClassSums left_of(const ForestCase& rows, std::int32_t feature, const Split& split) {
  ClassSums left;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    if (!goes_left(split, rows.values[row * rows.features + feature])) continue;
    const double weight = rows.weights.empty() ? 1 : rows.weights[row];
    ++left.rows;
    left.weight += weight;
    left.positive += weight * rows.labels[row];
  }
  return left;
}

// All ways to divide the values of a feature, with the missing ones on either side.
std::vector<Split> all_splits(const ForestCase& rows, std::int32_t feature) {
  std::vector<Split> splits;
  const std::int64_t categories = rows.categories.empty() ? 0 : rows.categories[feature];
  for (const bool missing_left : {false, true}) {
    if (categories == 0) {
      for (std::int64_t row = 0; row < rows.size(); ++row) {
        const float value = rows.values[row * rows.features + feature];
        if (!std::isnan(value)) splits.push_back({feature, value, missing_left, {}, {}});
      }
    }
    for (int set = 1; set + 1 < 1 << categories; ++set) {
      Split split{feature, 0, missing_left, {}, {}};
      for (int category = 0; category < categories; ++category) {
        if ((set >> category & 1) != 0) split.right.push_back(category);
      }
      splits.push_back(std::move(split));
    }
  }
  return splits;
}

double best_purity(const ForestCase& rows, const OneNode& node, std::int32_t feature, std::int64_t min_leaf) {
  double best = -1;
  for (const Split& split : all_splits(rows, feature)) {
    const ClassSums left = left_of(rows, feature, split);
    const ClassSums right = node.node.sums.minus(left);
    if (std::min(left.rows, right.rows) >= min_leaf) best = std::max(best, purity(left, right));
  }
  return best;
}

TEST(BestSplits, NoOtherSplitIsPurer) {
  for (const std::int64_t min_leaf : {1, 9}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      ForestCase rows = mixed_case(60, seed);
      if (seed % 2 == 1) {
        Random random(seed);
        for (std::int64_t row = 0; row < rows.size(); ++row) rows.weights.push_back(0.1 + random.uniform());
      }
      OneNode node(rows, min_leaf);
      for (std::int32_t feature = 0; feature < 4; ++feature) {
        const auto found = node.best(feature);
        ASSERT_TRUE(found.has_value());
        const ClassSums left = left_of(rows, feature, *found);
        EXPECT_EQ(left.rows, found->left.rows);
        EXPECT_NEAR(left.positive, found->left.positive, 1e-9);
        const double expected = best_purity(rows, node, feature, min_leaf);
        EXPECT_NEAR(purity(left, node.node.sums.minus(left)), expected, 1e-9) << seed << " " << feature;
      }
    }
  }
}

TEST(BestSplits, SayWhereNoneLeavesRowsEnough) {
  ForestCase rows = mixed_case(20, 3);
  OneNode node(rows, 11);
  EXPECT_EQ(node.best(0)->left.rows, 0);
  rows.values.assign(rows.values.size(), 2);
  EXPECT_FALSE(OneNode(rows, 1).best(0).has_value());
  rows.values.assign(rows.values.size(), kMissing);
  EXPECT_FALSE(OneNode(rows, 1).best(0).has_value());
}

// Nothing that is there goes with the missing values, however small.
TEST(BestSplits, MissingValuesAloneAreOnTheLeft) {
  ForestCase rows;
  rows.features = 1;
  rows.values = {kMissing, kMissing, 100, 150, 200};
  rows.labels = {1, 1, 0, 0, 0};
  const auto found = OneNode(rows, 1).best(0);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->left.rows, 2);
  EXPECT_TRUE(found->missing_left);
  EXPECT_FALSE(goes_left(*found, -1e30F));
}

// A category that the node has not goes to the side of more weight.
TEST(BestSplits, UnknownCategoriesFollowTheLargerSide) {
  ForestCase rows;
  rows.features = 1;
  rows.categories = {4};
  rows.values = {0, 0, 0, 1, 1};
  rows.labels = {0, 0, 0, 1, 1};
  EXPECT_TRUE(goes_left(*OneNode(rows, 1).best(0), 3));
  rows.labels = {1, 1, 1, 0, 0};
  EXPECT_FALSE(goes_left(*OneNode(rows, 1).best(0), 3));
}

TEST(BestSplits, AFactorOfAllWeightsChangesNothing) {
  for (const double factor : {1e-170, 1e170}) {
    ForestCase rows = mixed_case(60, 5);
    rows.weights.assign(rows.labels.size(), 1);
    const auto expected = OneNode(rows, 1).best(0);
    rows.weights.assign(rows.labels.size(), factor);
    const auto found = OneNode(rows, 1).best(0);
    EXPECT_EQ(found->threshold, expected->threshold);
    EXPECT_EQ(found->left.rows, expected->left.rows);
  }
}

// Five thousand different values share 255 bins, beside one value of half the rows.
TEST(ForestBins, HaveAboutAsManyRowsEach) {
  ForestCase rows;
  rows.features = 1;
  Random random(4);
  for (int k = 0; k < 10000; ++k) {
    rows.values.push_back(k % 2 == 0 ? 0.0F : static_cast<float>(random.normal()));
    rows.labels.push_back(k % 3 == 0 ? 1 : 0);
  }
  const ForestColumns columns(rows.size(), 1, {}, rows.gather());
  const ForestBins bins(columns, 2);
  std::vector<int> counts(ForestBins::kBins);
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    const std::int32_t bin = bins.column(0)[row];
    ++counts[bin];
    ASSERT_GE(rows.values[row], bins.bound(0, bin));
    if (bin + 1 < ForestBins::kMissing) {
      ASSERT_LT(rows.values[row], bins.bound(0, bin + 1));
    }
  }
  EXPECT_EQ(counts[ForestBins::kMissing], 0);
  EXPECT_EQ(std::count(counts.begin(), counts.end(), 0), 1);  // that of missing values
  std::sort(counts.begin(), counts.end());
  EXPECT_GE(counts.back(), 5000);
  EXPECT_LE(counts[counts.size() - 2], 60);
}

}  // namespace
}  // namespace pauc
