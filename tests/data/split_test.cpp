#include "pauc/data/split.h"

#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "pauc/core/error.h"
#include "pauc/core/random.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<double> kUsual = {0.8, 0.1, 0.1};

std::string refusal(Fault fault, const std::function<void()>& call) {
  try {
    call();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), fault);
    return error.what();
  }
  return "";
}

std::vector<std::uint8_t> labels_of(std::int64_t positives, std::int64_t negatives) {
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(positives), 1);
  labels.resize(static_cast<std::size_t>(positives + negatives), 0);
  return labels;
}

// counts[part][class]
using Counts = std::array<std::array<std::int64_t, 2>, 3>;

Counts counts_of(const std::vector<Part>& parts, const std::vector<std::uint8_t>& labels) {
  EXPECT_EQ(parts.size(), labels.size());
  Counts counts = {};
  for (std::size_t row = 0; row < parts.size(); ++row) ++counts[static_cast<std::size_t>(parts[row])][labels[row]];
  return counts;
}

double share_of(std::int64_t rows, std::int64_t all) { return static_cast<double>(rows) / static_cast<double>(all); }

std::int64_t rows_of(const std::array<std::int64_t, 2>& counts) { return counts[0] + counts[1]; }

// None or at least 0.005, one of 200 rows.
std::vector<double> random_fractions(Random& random) {
  if (random.below(4) == 0) return {0.75, 0.25, 0.0};
  std::vector<double> fractions;
  double sum = 0;
  for (int part = 0; part < 3; ++part) {
    fractions.push_back(random.below(2) == 0 ? 1 + random.below(9) : 0.1 + random.uniform());
    sum += fractions.back();
  }
  for (double& fraction : fractions) fraction /= sum;
  return fractions;
}

TEST(Part, HasThreeNamesAndSomeSpellings) {
  for (const Part part : {Part::train, Part::valid, Part::test}) EXPECT_EQ(part_named(part_name(part), ""), part);
  for (const char* text : {"val", "Validation", " VALID "}) EXPECT_EQ(part_named(text, ""), Part::valid);
  EXPECT_EQ(part_named("Train\t", ""), Part::train);
  EXPECT_EQ(part_named("TEST", ""), Part::test);
}

TEST(Part, RefusesAnyOtherWordWithItsPlace) {
  EXPECT_EQ(refusal(Fault::data, [] { part_named("dev", "data.csv: line 3, column 5 (split)"); }),
            "data.csv: line 3, column 5 (split): expected train, valid or test, got \"dev\"");
  EXPECT_THAT(refusal(Fault::data, [] { part_named("", "f"); }), HasSubstr("got \"\""));
}

TEST(Fractions, AreReadFromText) {
  EXPECT_THAT(fractions_of("0.8,0.1,0.1", TestFile::none), ElementsAre(0.8, 0.1, 0.1));
  EXPECT_THAT(fractions_of(" 0.7 , 0.3, 0", TestFile::none), ElementsAre(0.7, 0.3, 0.0));
  EXPECT_THAT(fractions_of("0.75,0.25", TestFile::separate), ElementsAre(0.75, 0.25));
  EXPECT_THAT(fractions_of("0.3333333333,0.3333333333,0.3333333333", TestFile::none).size(), 3U);
}

TEST(Fractions, AreRefusedWhereTheyAreNoShares) {
  for (const char* text : {"", "1", "0.9,0.1", "0.7,0.1,0.1,0.1", "0.8,0.1,0.2", "0.8,0.1,0.1,", "1,0,0", "0,0.5,0.5",
                           "0.8,0.3,-0.1", "a,b,c", "0.8,,0.2", "nan,0.5,0.5", "inf,0.5,0.5", "0.8,0.1,0.10000001"}) {
    EXPECT_EQ(refusal(Fault::usage, [&] { fractions_of(text, TestFile::none); }),
              joined("fractions: expected shares of train, valid and test that add up to 1, train and valid above 0, "
                     "such as 0.8,0.1,0.1, got \"",
                     text, '"'));
  }
  for (const char* text : {"0.8,0.1,0.1", "1,0", "1", "0.9,0.2"}) {
    EXPECT_THAT(refusal(Fault::usage, [&] { fractions_of(text, TestFile::separate); }),
                HasSubstr("expected shares of train and valid that add up to 1"));
  }
}

TEST(SplitRandom, MeetsTheSharesToTheRow) {
  const std::map<std::int64_t, std::array<std::int64_t, 3>> expected = {
      {0, {0, 0, 0}},   {1, {1, 0, 0}},      {2, {2, 0, 0}},         {3, {1, 1, 1}},
      {10, {8, 1, 1}},  {11, {9, 1, 1}},     {15, {12, 2, 1}},       {16, {13, 2, 1}},
      {19, {15, 2, 2}}, {100, {80, 10, 10}}, {1003, {803, 100, 100}}};
  for (const auto& [rows, sizes] : expected) {
    const auto labels = labels_of(0, rows);
    const Counts counts = counts_of(split_randomly(rows, kUsual, 7), labels);
    for (std::size_t part = 0; part < 3; ++part) EXPECT_EQ(counts[part][0], sizes[part]) << rows << " rows " << part;
  }
}

TEST(SplitRandom, PutsEveryRowIntoEveryPartAlikeOften) {
  std::array<int, 10> tests = {};
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const auto parts = split_randomly(10, kUsual, seed);
    for (std::size_t row = 0; row < 10; ++row) tests[row] += parts[row] == Part::test ? 1 : 0;
  }
  for (const int count : tests) EXPECT_NEAR(count, 500, 90);
}

TEST(SplitRandom, DependsOnItsSeedAlone) {
  EXPECT_EQ(split_randomly(50, kUsual, 3), split_randomly(50, kUsual, 3));
  EXPECT_NE(split_randomly(50, kUsual, 3), split_randomly(50, kUsual, 4));
}

// Written down once: another platform, compiler or version must deal the same rows.
TEST(SplitRandom, DealsTheSameRowsForever) {
  std::string dealt;
  for (const Part part : split_randomly(20, {0.5, 0.25, 0.25}, 1)) dealt += "012"[static_cast<std::size_t>(part)];
  EXPECT_EQ(dealt, "20112220210010010000");
}

TEST(SplitStratified, GivesEveryPartBothClasses) {
  for (std::int64_t positives = 3; positives < 40; ++positives) {
    const auto labels = labels_of(positives, 500);
    for (const auto& part : counts_of(split_stratified(labels, kUsual, 1), labels)) {
      EXPECT_GE(part[0], 1);
      EXPECT_GE(part[1], 1) << positives;
    }
  }
  const auto labels = labels_of(2, 1000);
  const Counts counts = counts_of(split_stratified(labels, {0.9, 0.1}, 1), labels);
  EXPECT_EQ(counts[0][1], 1);
  EXPECT_EQ(counts[1][1], 1);
}

TEST(SplitStratified, LeavesAPartWithoutAShareEmpty) {
  const auto labels = labels_of(7, 30);
  const Counts counts = counts_of(split_stratified(labels, {0.7, 0.3, 0.0}, 1), labels);
  EXPECT_EQ(rows_of(counts[2]), 0);
  EXPECT_EQ(counts[0][1], 5);
  EXPECT_EQ(counts[1][1], 2);
}

// 15 and 85 rows by 0.8, 0.1, 0.1: each class by itself would be 12, 2, 1 and 68, 9, 8.
TEST(SplitStratified, RoundsTheClassesSoThatTheirSumIsRightToo) {
  const auto labels = labels_of(15, 85);
  EXPECT_THAT(counts_of(split_stratified(labels, kUsual, 1), labels),
              ElementsAre(ElementsAre(68, 12), ElementsAre(8, 2), ElementsAre(9, 1)));
}

TEST(SplitStratified, MeetsTheSharesOfEachClassAndOfAllToTheRow) {
  Random random(11);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto fractions = random_fractions(random);
    const std::array<std::int64_t, 2> totals = {200 + random.below(500), 200 + random.below(200)};
    const auto labels = labels_of(totals[1], totals[0]);
    const Counts counts = counts_of(split_stratified(labels, fractions, trial), labels);
    for (std::size_t part = 0; part < 3; ++part) {
      const auto distance = [&](std::int64_t count, std::int64_t total) {
        return std::abs(static_cast<double>(count) - fractions[part] * static_cast<double>(total));
      };
      EXPECT_LT(distance(counts[part][0], totals[0]), 1 - 1e-6) << "trial " << trial;
      EXPECT_LT(distance(counts[part][1], totals[1]), 1 - 1e-6) << "trial " << trial;
      EXPECT_LT(distance(rows_of(counts[part]), rows_of(totals)), 1 - 1e-6) << "trial " << trial;
    }
  }
}

TEST(SplitStratified, DependsOnItsSeedAlone) {
  const auto labels = labels_of(20, 30);
  EXPECT_EQ(split_stratified(labels, kUsual, 3), split_stratified(labels, kUsual, 3));
  EXPECT_NE(split_stratified(labels, kUsual, 3), split_stratified(labels, kUsual, 4));
}

TEST(SplitStratified, TakesOneClassOrNoRowAtAll) {
  EXPECT_TRUE(split_stratified(std::vector<std::uint8_t>{}, kUsual, 1).empty());
  const auto labels = labels_of(0, 10);
  EXPECT_EQ(counts_of(split_stratified(labels, kUsual, 1), labels)[0][0], 8);
}

struct GroupedRows {
  std::vector<std::uint8_t> labels;
  std::vector<std::uint32_t> groups;
};

GroupedRows random_groups(Random& random, std::uint32_t groups, std::uint32_t largest, double positive_rate) {
  GroupedRows rows;
  for (std::uint32_t group = 0; group < groups; ++group) {
    const std::uint32_t size = 1 + random.below(largest);
    for (std::uint32_t k = 0; k < size; ++k) {
      rows.labels.push_back(random.uniform() < positive_rate ? 1 : 0);
      rows.groups.push_back(group * 2654435761U);
    }
  }
  return rows;
}

TEST(SplitByGroup, KeepsGroupsTogetherAndNoPartEmpty) {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint32_t groups = 3 + random.below(20);
    const std::uint32_t largest = 1 + random.below(30);
    const GroupedRows rows = random_groups(random, groups, largest, random.uniform());
    const auto fractions = random_fractions(random);
    const auto parts = split_by_group(rows.labels, rows.groups, fractions, trial);
    std::map<std::uint32_t, Part> part_of;
    for (std::size_t row = 0; row < parts.size(); ++row) {
      EXPECT_EQ(part_of.try_emplace(rows.groups[row], parts[row]).first->second, parts[row]) << "trial " << trial;
    }
    const Counts counts = counts_of(parts, rows.labels);
    for (std::size_t part = 0; part < 3; ++part) EXPECT_EQ(rows_of(counts[part]) > 0, fractions[part] > 0);
  }
}

TEST(SplitByGroup, ComesNearTheSharesOfBothClassesWithManySmallGroups) {
  Random random(6);
  for (int trial = 0; trial < 20; ++trial) {
    const GroupedRows rows = random_groups(random, 400, 8, 0.1);
    const Counts counts = counts_of(split_by_group(rows.labels, rows.groups, kUsual, trial), rows.labels);
    for (const std::size_t c : {0, 1}) {
      const std::int64_t total = counts[0][c] + counts[1][c] + counts[2][c];
      for (std::size_t part = 0; part < 3; ++part) EXPECT_NEAR(share_of(counts[part][c], total), kUsual[part], 0.01);
    }
  }
}

// By hand, halves: of the sizes 4, 3, 2, 1 the 4 goes first to train, 3 and 2 to valid, 1 to train.
TEST(SplitByGroup, PlacesTheLargestFirst) {
  const std::vector<std::uint32_t> groups = {9, 8, 8, 7, 7, 7, 6, 6, 6, 6};
  const auto parts = split_by_group(labels_of(0, 10), groups, {0.5, 0.5}, 1);
  EXPECT_EQ(parts[6], Part::train);
  EXPECT_EQ(parts[3], Part::valid);
  EXPECT_EQ(parts[1], Part::valid);
  EXPECT_EQ(parts[0], Part::train);
}

// By hand, halves of 2 positives and 40 negatives. 1 + 11 go to train, 10 and 7 negatives to valid: train lacks 9
// negatives, valid 3 and a positive. For 1 + 4 the half of all positives weighs more than 4 x 6 / 40 of the negatives.
TEST(SplitByGroup, WeighsBothClassesByTheirTotals) {
  std::vector<std::uint8_t> labels;
  std::vector<std::uint32_t> groups;
  const std::vector<std::array<int, 2>> sizes = {{11, 1}, {10, 0}, {7, 0}, {4, 1}, {4, 0}, {4, 0}};
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    for (const int label : {0, 1}) {
      labels.insert(labels.end(), sizes[group][label], static_cast<std::uint8_t>(label));
      groups.insert(groups.end(), sizes[group][label], static_cast<std::uint32_t>(group));
    }
  }
  EXPECT_THAT(counts_of(split_by_group(labels, groups, {0.5, 0.5}, 1), labels),
              ElementsAre(ElementsAre(19, 1), ElementsAre(21, 1), ElementsAre(0, 0)));
}

TEST(SplitStratified, RefusesSharesOfNothing) {
  EXPECT_EQ(refusal(Fault::usage,
                    [] {
                      split_stratified(labels_of(1, 1), {0, 0}, 1);
                    }),
            "fractions: expected a share above 0, got none");
}

TEST(SplitByGroup, DependsOnItsSeedAloneAndNotOnTheGroupsNumbers) {
  Random random(7);
  const GroupedRows rows = random_groups(random, 60, 3, 0.3);
  std::vector<std::uint32_t> renumbered;
  for (const std::uint32_t group : rows.groups) renumbered.push_back(~group);
  const auto parts = split_by_group(rows.labels, rows.groups, kUsual, 3);
  EXPECT_EQ(parts, split_by_group(rows.labels, renumbered, kUsual, 3));
  EXPECT_NE(parts, split_by_group(rows.labels, rows.groups, kUsual, 4));
}

TEST(SplitByDate, PutsTheLatestIntoTest) {
  using testing::ElementsAre;
  const auto train = Part::train, valid = Part::valid, test = Part::test;
  EXPECT_THAT(split_by_date({5, 1, 9, 3, 7, 2, 8, 4, 10, 6}, {0.8, 0.1, 0.1}),
              ElementsAre(train, train, valid, train, train, train, train, train, test, train));
  EXPECT_THAT(split_by_date({3, 2, 1, 0}, {0.75, 0.25}), ElementsAre(valid, train, train, train));
  // Rows of one date are not parted: those of 2 begin in train.
  EXPECT_THAT(split_by_date({1, 1, 2, 2, 2, 3}, {0.5, 0.25, 0.25}),
              ElementsAre(train, train, train, train, train, test));
  EXPECT_THAT(split_by_date({1, 1, 1}, {0.4, 0.3, 0.3}), ElementsAre(train, train, train));
}

}  // namespace
}  // namespace pauc
