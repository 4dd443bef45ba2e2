#include "pauc/trainer/run/top_hits.h"

#include <gmock/gmock.h>

#include <map>

#include "pauc/core/random.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/single_row.h"
#include "pauc/trainer/run/hits.h"

namespace pauc {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TopRow row(double score, std::int64_t number) {
  TopRow made;
  made.score = score;
  made.number = number;
  return made;
}

std::vector<std::int64_t> numbers(std::vector<TopRow> rows) {
  std::vector<std::int64_t> list;
  for (const TopRow& one : rows) list.push_back(one.number);
  return list;
}

TEST(TopHits, AreTheHighestScoresInTheOrderOfTheFileWhereTheyAreEqual) {
  Random random(5);
  TopHits top(20, false);
  std::vector<std::pair<double, std::int64_t>> all;
  for (std::int64_t k = 0; k < 500; ++k) {
    const double score = random.below(60);
    all.emplace_back(-score, k);
    if (top.wants(score)) top.add(row(score, k));
  }
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> expected;
  for (int k = 0; k < 20; ++k) expected.push_back(all[k].second);
  EXPECT_EQ(numbers(top.take()), expected);
}

TEST(TopHits, ByScaffoldHaveTheBestOfEachFirst) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  Content all;
  all.kind = InputKind::molecule;
  const std::vector<std::string> cores = {"c1ccccc1", "C1CCCCC1", "n1ccccc1", "c1ccsc1", "c1ccoc1", "C1CCNCC1"};
  all.molecules = read_smiles(cores, {});
  Random random(8);
  for (int round = 0; round < 20; ++round) {
    TopHits top(4, true);
    std::map<std::size_t, std::pair<double, std::int64_t>> best;
    for (std::int64_t k = 0; k < 60; ++k) {
      const std::size_t core = random.below(6);
      const double score = static_cast<double>(random.below(1000)) + 0.001 * static_cast<double>(k);
      if (best.count(core) == 0 || best[core].first < score) best[core] = {score, k};
      TopRow one = row(score, k);
      one.content = single_row(all, static_cast<std::int64_t>(core));
      if (top.wants(score)) top.add(std::move(one));
    }
    std::vector<std::pair<double, std::int64_t>> sorted;
    for (const auto& [core, pair] : best) sorted.emplace_back(-pair.first, pair.second);
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int64_t> expected;
    for (int k = 0; k < 4; ++k) expected.push_back(sorted[k].second);
    EXPECT_EQ(numbers(top.take()), expected) << round;
  }
}

TEST(TopHits, ByScaffoldAreFilledUpWithTheOthers) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  Content all;
  all.kind = InputKind::molecule;
  all.molecules = read_smiles({"c1ccccc1", "C1CCCCC1"}, {});
  TopHits top(4, true);
  for (std::int64_t k = 0; k < 6; ++k) {
    TopRow one = row(static_cast<double>(10 - k), k);
    one.content = single_row(all, k == 5 ? 1 : 0);
    if (top.wants(one.score)) top.add(std::move(one));
  }
  EXPECT_THAT(numbers(top.take()), ElementsAre(0, 5, 1, 2));
}

// The page shows the same rows.
TEST(BudgetWatch, TestsTheFirstOfEqualScores) {
  BudgetWatch watch(2);
  watch.add(1, 1, 0.5);
  watch.add(1, 0, 0.25);
  watch.add(2, 0, 0.75);
  watch.add(1, 0, 0.125);
  EXPECT_EQ(watch.result().found, 1);
  EXPECT_DOUBLE_EQ(watch.result().expected, 1.25);
}

TEST(BudgetWatch, AddsUpTheProbabilitiesOfTheRowsThatAreTested) {
  BudgetWatch watch(2);
  watch.add(1, 0, 0.1);
  watch.add(5, 1, 0.8);
  watch.add(3, 0, 0.5);
  watch.add(2, 1, 0.2);
  const record::Budget budget = watch.result();
  EXPECT_EQ(budget.tested, 2);
  EXPECT_EQ(budget.rows, 4);
  EXPECT_DOUBLE_EQ(budget.expected, 1.3);
  EXPECT_DOUBLE_EQ(budget.deviation, std::sqrt(0.8 * 0.2 + 0.25));
  EXPECT_DOUBLE_EQ(budget.by_chance, 0.8);
  EXPECT_EQ(budget.found, 1);
  EXPECT_EQ(budget.labelled, 2);
}

}  // namespace
}  // namespace pauc
