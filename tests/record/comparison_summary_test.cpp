#include "pauc/record/comparison_summary.h"

#include <cmath>
#include <limits>

#include "record/compared_methods.h"
#include "support/refusals.h"

namespace pauc::record {
namespace {

using test::cell_with;
using test::refusal_of;
using test::three_methods;

Comparison one_target(const std::vector<std::vector<double>>& values, std::int64_t seeds) {
  Comparison comparison;
  comparison.targets = {"one_way_0.3"};
  comparison.seeds = seeds;
  for (const auto& list : values) {
    comparison.methods.push_back(
        {std::string(1, static_cast<char>('a' + comparison.methods.size())), {cell_with("one_way_0.3", list)}});
  }
  return comparison;
}

std::string best_methods(const Comparison& comparison) {
  const ComparisonSummary summary = summarised(comparison);
  std::string names;
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    if (summary.cells[m][0].is_best) names += comparison.methods[m].name;
  }
  return names;
}

TEST(ComparisonSummary, HasMeanDeviationAndStandardError) {
  const CellSummary cell = summarised(three_methods()).cells[0][0];
  EXPECT_EQ(cell.values.n, 5);
  EXPECT_NEAR(cell.values.mean, 0.72, 1e-15);
  EXPECT_NEAR(*cell.values.deviation, std::sqrt(0.00025), 1e-15);  // 10e-4 / 4
  EXPECT_NEAR(*cell.values.standard_error(), std::sqrt(0.00005), 1e-15);
  EXPECT_EQ(cell.chosen, (Settings{{"lambda", "1"}, {"lr", "0.001"}}));
}

TEST(ComparisonSummary, TellsWhatIsBeyondNoiseFromWhatIsNot) {
  const ComparisonSummary summary = summarised(three_methods());
  const CellSummary& best = summary.cells[0][0];
  EXPECT_TRUE(best.is_best);
  EXPECT_FALSE(best.to_best);
  EXPECT_FALSE(best.is_like_best());

  const CellSummary& like = summary.cells[1][0];
  EXPECT_NEAR(like.to_best->mean, -0.016, 1e-15);
  EXPECT_NEAR(like.to_best->ci.interval->lower, -0.03265867063, 1e-10);
  EXPECT_NEAR(like.to_best->ci.interval->upper, 0.00065867063, 1e-10);
  EXPECT_NEAR(*like.to_best->p, 0.056, 1e-10);
  EXPECT_TRUE(like.is_like_best());

  // Differences -5, -6, -5, -4, -5 hundredths.
  const CellSummary& worse = summary.cells[2][0];
  EXPECT_NEAR(worse.to_best->mean, -0.05, 1e-15);
  EXPECT_NEAR(worse.to_best->ci.interval->lower, -0.05 - 2.7764451052 * std::sqrt(0.00001), 1e-10);
  EXPECT_TRUE(worse.to_best->beyond_noise());
  EXPECT_FALSE(worse.is_like_best());
  EXPECT_FALSE(worse.is_best);
}

// Three seeds with larger values are no match for five.
TEST(ComparisonSummary, TheBestHasAllSeeds) {
  const ComparisonSummary summary = summarised(three_methods());
  EXPECT_TRUE(summary.cells[1][1].is_best);
  const CellSummary& part = summary.cells[0][1];
  EXPECT_FALSE(part.is_best);
  EXPECT_EQ(part.to_best->n, 3);
  EXPECT_NEAR(part.to_best->mean, 0.11, 1e-15);  // over seeds 1 to 3 only
  EXPECT_NEAR(part.to_best->ci.interval->lower, 0.11 - 4.30265272975 * 0.01 / std::sqrt(3), 1e-10);
  EXPECT_TRUE(part.to_best->beyond_noise());
  EXPECT_TRUE(part.is_like_best());  // which is better, on those that it has, is not told to be worse
}

TEST(ComparisonSummary, WhereNoneIsCompleteTheBestHasTheMostSeeds) {
  EXPECT_EQ(best_methods(one_target({{0.9}, {0.5, 0.6}, {0.5, 0.7}}, 5)), "c");
  EXPECT_EQ(best_methods(one_target({{0.9}, {0.5, 0.6}, {0.5, 0.7, 0.1}}, 2)), "b");
  EXPECT_EQ(best_methods(one_target({{0.9}, {0.5, 0.7}}, 1)), "a");
  EXPECT_EQ(best_methods(one_target({{0.9}, {0.5, 0.7}}, 0)), "b");
  EXPECT_EQ(best_methods(one_target({{0.5}, {0.5, 0.5}}, 2)), "b");  // an equal mean of fewer is no match either
}

TEST(ComparisonSummary, EqualMeansAreBestTogether) {
  const Comparison comparison = one_target({{0.5, 0.25}, {0.75, 0.5}, {0.5, 0.75}}, 2);
  EXPECT_EQ(best_methods(comparison), "bc");
  const ComparisonSummary summary = summarised(comparison);
  EXPECT_FALSE(summary.cells[2][0].to_best);
  EXPECT_FALSE(summary.cells[2][0].is_like_best());
  EXPECT_EQ(summary.cells[0][0].to_best->mean, -0.25);
  EXPECT_EQ(summary.cells[0][0].to_best->standard_error, 0.0);  // to the first, b: both differences are -0.25
}

TEST(ComparisonSummary, OneSeedTellsNothing) {
  const CellSummary other = summarised(one_target({{0.9}, {0.1}}, 1)).cells[1][0];
  EXPECT_FALSE(other.values.deviation);
  EXPECT_FALSE(other.values.standard_error());
  EXPECT_NEAR(other.to_best->mean, -0.8, 1e-15);
  EXPECT_FALSE(other.to_best->ci.interval);
  EXPECT_TRUE(other.is_like_best());
}

TEST(ComparisonSummary, WithoutCommonSeedsThereIsNoDifference) {
  Comparison comparison = one_target({{0.9, 0.8}, {0.1, 0.2}}, 4);
  comparison.methods[1].cells[0].values = {{3, 0.1}, {4, 0.2}};
  const CellSummary other = summarised(comparison).cells[1][0];
  EXPECT_FALSE(other.to_best);
  EXPECT_TRUE(other.is_like_best());
}

TEST(ComparisonSummary, PairsBySeedWhateverTheOrder) {
  Comparison comparison = one_target({{0.5, 0.75}, {0, 0}}, 2);
  comparison.methods[1].cells[0].values = {{2, 0.5}, {1, 0.25}};
  EXPECT_EQ(summarised(comparison).cells[1][0].to_best->standard_error, 0.0);
  comparison.methods[0].cells[0].values = {{7, 0.75}, {2, 0.5}};
  const CellSummary other = summarised(comparison).cells[1][0];
  EXPECT_EQ(other.to_best->n, 1);  // seed 2
  EXPECT_EQ(other.to_best->mean, 0);
}

TEST(ComparisonSummary, CellsWithoutValuesStayEmpty) {
  Comparison comparison = three_methods();
  comparison.methods[2].cells.pop_back();
  const ComparisonSummary summary = summarised(comparison);
  ASSERT_EQ(summary.cells[2].size(), 2U);
  for (const CellSummary& empty : {summary.cells[2][1], summarised(three_methods()).cells[2][1]}) {
    EXPECT_TRUE(empty.is_empty());
    EXPECT_FALSE(empty.is_best);
    EXPECT_FALSE(empty.is_like_best());
    EXPECT_FALSE(empty.to_best);
  }
  EXPECT_EQ(best_methods(one_target({{}, {}}, 3)), "");
}

TEST(ComparisonSummary, RefusesWhatIsNoTable) {
  Comparison comparison = three_methods();
  comparison.methods[1].name = "sopa-s";
  EXPECT_EQ(refusal_of([&] { summarised(comparison); }),
            "comparison: expected methods of different names, got \"sopa-s\" twice");
  comparison = three_methods();
  comparison.methods[1].cells[0].values[1].seed = 1;
  EXPECT_EQ(refusal_of([&] { summarised(comparison); }),
            "comparison: ce: one_way_0.3: seed 1: expected one value, got two");
  comparison = three_methods();
  comparison.methods[1].cells[0].values[1].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of([&] { summarised(comparison); }),
            "comparison: ce: one_way_0.3: seed 2: expected a finite number, got nan");
}

}  // namespace
}  // namespace pauc::record
