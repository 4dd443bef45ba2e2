#include "pauc/model/tree/forest_growth.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/tree/forest_cases.h"
#include "pauc/core/error.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::ForestCase;
using test::grown;
using test::mixed_case;
using test::probabilities;
using testing::HasSubstr;

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

ForestPlan some_trees() {
  ForestPlan options;
  options.trees = 20;
  options.split_features = 2;
  options.seed = 5;
  return options;
}

class BothForests : public testing::TestWithParam<ForestSplits> {
 protected:
  ForestPlan some_trees() const {
    ForestPlan options = pauc::some_trees();
    options.splits = GetParam();
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Splits, BothForests, testing::Values(ForestSplits::random, ForestSplits::best),
                         [](const auto& tried) { return std::string(choice_name(tried.param)); });

TEST_P(BothForests, TheNumberOfThreadsChangesNoBit) {
  const ForestCase rows = mixed_case(300, 1);
  ForestPlan options = some_trees();
  const auto expected = probabilities(rows, grown(rows, options));
  options.threads = 3;
  EXPECT_EQ(probabilities(rows, grown(rows, options)), expected);
  options.seed = 6;
  EXPECT_NE(probabilities(rows, grown(rows, options)), expected);
}

TEST(ForestGrowth, TheOrderOfTheRowsChangesNoBit) {
  const ForestCase rows = mixed_case(300, 2);
  ForestCase reversed = rows;
  std::reverse(reversed.labels.begin(), reversed.labels.end());
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    std::copy_n(rows.values.begin() + row * rows.features, rows.features,
                reversed.values.begin() + (rows.size() - 1 - row) * rows.features);
  }
  EXPECT_EQ(probabilities(rows, grown(reversed, some_trees())), probabilities(rows, grown(rows, some_trees())));
}

// A weight of 2 is a row that is there twice, and a weight of 0 one that is not there at all.
TEST(ForestGrowth, WeightsAreRepetitionsOfRows) {
  ForestCase weighted = mixed_case(300, 3);
  ForestCase repeated = weighted;
  repeated.labels.clear();
  repeated.values.clear();
  for (std::int64_t row = 0; row < weighted.size(); ++row) {
    weighted.weights.push_back(static_cast<double>(row % 4));
    for (std::int64_t k = 0; k < row % 4; ++k) {
      repeated.labels.push_back(weighted.labels[row]);
      const auto begin = weighted.values.begin() + row * weighted.features;
      repeated.values.insert(repeated.values.end(), begin, begin + weighted.features);
    }
  }
  ForestPlan options = some_trees();
  options.smoothing = 1e-7;  // counts rows
  const auto expected = probabilities(weighted, grown(repeated, options));
  const auto found = probabilities(weighted, grown(weighted, options));
  for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], expected[k], 1e-6) << k;
}

TEST_P(BothForests, AFactorOfAllWeightsChangesNothing) {
  ForestCase rows = mixed_case(200, 4);
  for (std::int64_t row = 0; row < rows.size(); ++row) rows.weights.push_back(1 + static_cast<double>(row % 3));
  ForestCase scaled = rows;
  for (double& weight : scaled.weights) weight /= 1024;
  EXPECT_EQ(probabilities(rows, grown(scaled, some_trees())), probabilities(rows, grown(rows, some_trees())));
}

// Distinct rows in fully grown trees: each leaf has one class.
TEST(ForestGrowth, FullyGrownTreesKnowTheirRows) {
  const ForestCase rows = mixed_case(300, 7);
  ForestPlan options = some_trees();
  options.smoothing = 1e-6;
  const auto found = probabilities(rows, grown(rows, options));
  for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], rows.labels[k], 1e-4) << k;
}

// Rows of each leaf, by walking down with all of them.
TEST(ForestGrowth, LeavesHaveAtLeastSoManyRows) {
  const ForestCase rows = mixed_case(300, 8);
  ForestPlan options = some_trees();
  options.min_leaf = 7;
  for (const Tree& tree : grown(rows, options)) {
    std::vector<std::int64_t> counts(tree.nodes.size());
    for (const std::int64_t leaf : test::leaves(rows, tree)) ++counts[leaf];
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (!tree.nodes[k].is_leaf()) continue;
      ASSERT_GE(counts[k], 7);
    }
  }
}

// Leaf of n rows with k positives: (k + a p) / (n + a), where p is the share of positives of all rows.
TEST(ForestGrowth, LeavesAreSmoothedTowardsTheShareOfAllRows) {
  ForestCase rows;
  rows.features = 1;
  rows.labels = {0, 0, 0, 1};
  rows.values = {1, 1, 1, 2};
  ForestPlan options;
  options.trees = 1;
  options.smoothing = 0.5;
  const auto found = probabilities(rows, grown(rows, options));
  EXPECT_NEAR(found[0], (0 + 0.5 * 0.25) / 3.5, 1e-7);
  EXPECT_NEAR(found[3], (1 + 0.5 * 0.25) / 1.5, 1e-7);
}

TEST(ForestGrowth, FeaturesWithoutSpreadAreNeverSplit) {
  ForestCase rows = mixed_case(200, 9);
  for (std::int64_t row = 0; row < rows.size(); ++row) rows.values[row * rows.features + 3] = 3;
  ForestPlan options = some_trees();
  options.split_features = 1;
  options.smoothing = 1e-6;
  const auto trees = grown(rows, options);
  for (const Tree& tree : trees) {
    for (const TreeNode& node : tree.nodes) EXPECT_TRUE(node.is_leaf() || node.feature != 3);
  }
  // The search goes on to the next feature: trees are still fully grown.
  const auto found = probabilities(rows, trees);
  for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], rows.labels[k], 1e-4) << k;
  rows.values.assign(rows.values.size(), 3);
  EXPECT_EQ(grown(rows, options)[0].nodes.size(), 1U);
}

TEST(ForestGrowth, MissingValuesAreSplitFromTheOthers) {
  ForestCase rows;
  rows.features = 1;
  rows.labels = {0, 0, 1, 1};
  rows.values = {4, 4, kMissing, kMissing};
  ForestPlan options;
  options.trees = 3;
  options.smoothing = 1e-6;
  const auto found = probabilities(rows, grown(rows, options));
  EXPECT_NEAR(found[0], 0, 1e-5);
  EXPECT_NEAR(found[2], 1, 1e-5);
}

// Labels by the parity of a category, which no threshold can tell.
TEST(ForestGrowth, CategoriesAreGroupedFreely) {
  ForestCase rows;
  rows.features = 1;
  rows.categories = {9};
  for (int k = 0; k < 90; ++k) {
    const int category = k % 9;
    rows.values.push_back(category == 8 ? kMissing : static_cast<float>(category));
    rows.labels.push_back(static_cast<std::uint8_t>(category % 2));
  }
  ForestPlan options;
  options.trees = 10;
  options.smoothing = 1e-6;
  const auto trees = grown(rows, options);
  EXPECT_FALSE(trees[0].sets.empty());
  const auto found = probabilities(rows, trees);
  for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], rows.labels[k], 1e-4) << k;
}

// Rows to be scored may miss what no training row missed: they follow the larger part.
TEST(ForestGrowth, MissingValuesThatNoRowHadGoWithTheLargerPart) {
  ForestCase rows;
  rows.features = 1;
  rows.labels = {0, 0, 0, 0, 1};
  rows.values = {1, 1, 1, 1, 2};
  ForestPlan options;
  options.trees = 1;
  const auto trees = grown(rows, options);
  ForestCase missing = rows;
  missing.values = {kMissing};
  EXPECT_EQ(probabilities(missing, trees)[0], probabilities(rows, trees)[0]);
}

TEST(ForestGrowth, RowsOfOneClassAreRefused) {
  ForestCase rows = mixed_case(20, 10);
  rows.labels.assign(rows.labels.size(), 1);
  EXPECT_THAT(test::refusal_of([&] { grown(rows, some_trees()); }),
              HasSubstr("forest: expected rows of both classes, got positives only"));
  rows.labels[3] = 0;
  rows.weights.assign(rows.labels.size(), 1);
  rows.weights[3] = 0;
  EXPECT_THAT(test::refusal_of([&] { grown(rows, some_trees()); }), HasSubstr("got positives only"));
}

}  // namespace
}  // namespace pauc
