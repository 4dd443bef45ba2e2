#include <algorithm>
#include <cmath>
#include <set>

#include "pauc/data/split_examples.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Part kParts[] = {Part::train, Part::valid, Part::test};

// `positives` rows of class 1 spread over `rows`.
Examples examples_of(std::int64_t rows, std::int64_t positives) {
  Examples examples;
  examples.kind = "csv";
  examples.files = {"t.csv"};
  for (std::int64_t row = 0; row < rows; ++row) {
    const bool positive = (row + 1) * positives / rows > row * positives / rows;
    examples.facts.labels.push_back(positive ? 1 : 0);
    examples.facts.numbers.push_back(row + 1);
  }
  return examples;
}

std::int64_t positives_in(const Examples& examples, const std::vector<std::int64_t>& rows) {
  return std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return examples.facts.labels[row] == 1; });
}

void expect_each_row_once(const SplitRows& split, std::size_t rows) {
  std::set<std::int64_t> seen;
  for (const Part part : kParts) {
    EXPECT_TRUE(std::is_sorted(split.of(part).begin(), split.of(part).end()));
    seen.insert(split.of(part).begin(), split.of(part).end());
  }
  EXPECT_EQ(seen.size(), rows);
  EXPECT_EQ(split.of(Part::train).size() + split.of(Part::valid).size() + split.of(Part::test).size(), rows);
}

TEST(SplitExamples, TakesEightTenthsForTrainingAndKeepsTheClassShares) {
  const Examples examples = examples_of(1000, 100);
  const SplitRows split = split_examples(examples, {});
  expect_each_row_once(split, 1000);
  EXPECT_EQ(split.of(Part::train).size(), 800);
  EXPECT_EQ(split.of(Part::valid).size(), 100);
  EXPECT_EQ(positives_in(examples, split.of(Part::train)), 80);
  EXPECT_EQ(positives_in(examples, split.of(Part::valid)), 10);
  EXPECT_EQ(positives_in(examples, split.of(Part::test)), 10);
}

TEST(SplitExamples, ASeedOfItsOwnDrawsValidationAnewAndLeavesTheTestPart) {
  const Examples examples = examples_of(1000, 100);
  DataOptions options;
  options.keep_positive = 0.5;
  const SplitRows before = split_examples(examples, options);
  options.valid_seed = 7;
  const SplitRows split = split_examples(examples, options);
  EXPECT_EQ(split.of(Part::test), before.of(Part::test));
  EXPECT_NE(split.of(Part::valid), before.of(Part::valid));
  EXPECT_EQ(split.of(Part::valid).size(), before.of(Part::valid).size());
  EXPECT_EQ(positives_in(examples, split.of(Part::valid)), 5);
  options.valid_seed = 8;
  EXPECT_NE(split_examples(examples, options).of(Part::valid), split.of(Part::valid));
  options.valid_seed = 7;
  EXPECT_EQ(split_examples(examples, options).of(Part::train), split.of(Part::train));
}

TEST(SplitExamples, ValidationIsNotDrawnAnewWhereTheDataSayTheirParts) {
  Examples examples = examples_of(10, 4);
  examples.facts.parts.assign(10, Part::train);
  DataOptions options;
  options.valid_seed = 1;
  EXPECT_THAT(refusal_of([&] { split_examples(examples, options); }, Fault::usage), HasSubstr("valid_seed"));
}

TEST(SplitExamples, RowsThatAreATestPartOfTheirOwnLeaveTheOthersToTrainingAndValidation) {
  Examples examples = examples_of(1000, 100);
  examples.facts.parts.assign(200, Part::test);
  const SplitRows split = split_examples(examples, {});
  expect_each_row_once(split, 1000);
  EXPECT_EQ(split.of(Part::train).size(), 640);
  EXPECT_EQ(split.of(Part::valid).size(), 160);
  EXPECT_EQ(split.of(Part::test).front(), 800);
  EXPECT_EQ(split.of(Part::test).size(), 200);
}

TEST(SplitExamples, FollowsFractionsAndSeed) {
  const Examples examples = examples_of(1000, 100);
  DataOptions options;
  options.fractions = "0.5,0.3,0.2";
  for (const char* method : {"stratified", "random"}) {
    options.split = method;
    options.split_seed = 1;
    const SplitRows split = split_examples(examples, options);
    expect_each_row_once(split, 1000);
    EXPECT_EQ(split.of(Part::train).size(), 500);
    EXPECT_EQ(split.of(Part::valid).size(), 300);
    EXPECT_EQ(split_examples(examples, options).of(Part::test), split.of(Part::test));
    options.split_seed = 2;
    EXPECT_NE(split_examples(examples, options).of(Part::test), split.of(Part::test));
  }
}

TEST(SplitExamples, LeavesUnlabelledRowsOutAndCountsThem) {
  Examples examples = examples_of(100, 50);
  for (const int row : {0, 50, 99}) examples.facts.labels[row] = kUnlabelled;
  const SplitRows split = split_examples(examples, {});
  EXPECT_EQ(split.unlabelled, 3);
  expect_each_row_once(split, 97);
}

TEST(SplitExamples, ASeparateTestFileIsTheTestPartAndLeavesTwoShares) {
  Examples examples = examples_of(120, 60);
  examples.facts.parts.assign(20, Part::test);
  examples.facts.labels[110] = kUnlabelled;
  DataOptions options;
  options.test = "test.csv";
  const SplitRows split = split_examples(examples, options);
  EXPECT_EQ(split.of(Part::train).size(), 80);
  EXPECT_EQ(split.of(Part::valid).size(), 20);
  EXPECT_EQ(split.of(Part::test).size(), 19);
  EXPECT_EQ(split.of(Part::test).front(), 100);
  EXPECT_EQ(split.of(Part::test).back(), 119);
  options.fractions = "0.8,0.1,0.1";
  EXPECT_THAT(refusal_of([&] { split_examples(examples, options); }, Fault::usage), HasSubstr("fractions"));
}

TEST(SplitExamples, ASplitColumnIsFollowedToTheRow) {
  Examples examples = examples_of(6, 3);
  examples.facts.parts = {Part::test, Part::train, Part::valid, Part::train, Part::test, Part::valid};
  examples.facts.labels[4] = kUnlabelled;
  DataOptions options;
  options.split = "part";
  const SplitRows split = split_examples(examples, options);
  EXPECT_THAT(split.of(Part::train), ElementsAre(1, 3));
  EXPECT_THAT(split.of(Part::valid), ElementsAre(2, 5));
  EXPECT_THAT(split.of(Part::test), ElementsAre(0));
}

TEST(SplitExamples, GroupsStayTogether) {
  Examples examples = examples_of(1000, 300);
  for (std::uint32_t row = 0; row < 1000; ++row) examples.facts.groups.push_back(row * 7919 % 100);
  DataOptions options;
  options.split = "grouped";
  const SplitRows split = split_examples(examples, options);
  expect_each_row_once(split, 1000);
  std::set<std::uint32_t> groups[3];
  for (const Part part : kParts) {
    for (const auto row : split.of(part)) groups[static_cast<int>(part)].insert(examples.facts.groups[row]);
  }
  EXPECT_EQ(groups[0].size() + groups[1].size() + groups[2].size(), 100);
}

TEST(SplitExamples, WaysThatTheDataCannotBeSplitByAreRefused) {
  const Examples examples = examples_of(100, 50);
  DataOptions options;
  options.split = "grouped";
  EXPECT_THAT(refusal_of([&] { split_examples(examples, options); }, Fault::usage),
              HasSubstr("split: grouped needs a group column"));
  options.split = "scaffold";
  EXPECT_THAT(refusal_of([&] { split_examples(examples, options); }, Fault::usage),
              HasSubstr("scaffold is for molecules, the data are csv"));
}

TEST(SplitExamples, KeepsExactlyTheShareOfPositivesInEachPartAndAllNegatives) {
  const Examples examples = examples_of(1000, 300);
  const SplitRows whole = split_examples(examples, {});
  DataOptions options;
  for (const double share : {0.05, 0.2, 0.5, 0.99}) {
    options.keep_positive = share;
    const SplitRows split = split_examples(examples, options);
    std::int64_t left_out = 0;
    for (const Part part : kParts) {
      const std::int64_t before = positives_in(examples, whole.of(part));
      const std::int64_t after = positives_in(examples, split.of(part));
      EXPECT_EQ(after, std::llround(share * static_cast<double>(before))) << share;
      EXPECT_EQ(split.of(part).size() - after, whole.of(part).size() - before);
      EXPECT_TRUE(
          std::includes(whole.of(part).begin(), whole.of(part).end(), split.of(part).begin(), split.of(part).end()));
      left_out += before - after;
    }
    EXPECT_EQ(split.positives_left_out, left_out);
    EXPECT_EQ(split_examples(examples, options).of(Part::train), split.of(Part::train));
  }
}

TEST(SplitExamples, OtherSeedsKeepOtherPositives) {
  Examples examples = examples_of(1000, 300);
  examples.facts.parts.assign(1000, Part::train);
  DataOptions options;
  options.split = "part";
  options.keep_positive = 0.5;
  const auto first = split_examples(examples, options).of(Part::train);
  options.split_seed = 1;
  EXPECT_NE(split_examples(examples, options).of(Part::train), first);
}

TEST(SplitExamples, AnEmptyPartIsRefusedWithWhatToDo) {
  Examples examples = examples_of(6, 3);
  examples.facts.parts = {Part::train, Part::train, Part::train, Part::train, Part::valid, Part::valid};
  DataOptions options;
  options.split = "part";
  EXPECT_THAT(refusal_of([&] { require_both_classes(examples, split_examples(examples, options), options); }),
              HasSubstr("t.csv: the test part: expected rows, got none; change what column part says"));
  examples.facts.parts.clear();
  options.split = "random";
  options.fractions = "0.5,0.5,0";
  EXPECT_THAT(refusal_of([&] { require_both_classes(examples, split_examples(examples, options), options); }),
              HasSubstr("other fractions"));
}

TEST(SplitExamples, APartOfOneClassIsRefusedWithWhatToDo) {
  const auto refusal = [](std::int64_t rows, std::int64_t positives) {
    const Examples examples = examples_of(rows, positives);
    return refusal_of([&] { require_both_classes(examples, split_examples(examples, {}), {}); });
  };
  EXPECT_THAT(refusal(100, 2), HasSubstr("part: expected both classes, got"));
  EXPECT_THAT(refusal(100, 2), HasSubstr("negatives only; give more rows or other fractions"));
  EXPECT_THAT(refusal(100, 98), HasSubstr("positives only; give more rows"));
  EXPECT_THAT(refusal(100, 3), IsEmpty());
}

TEST(SplitExamples, GroupsStayTogetherUnlessAnotherWayIsAskedFor) {
  Examples examples = examples_of(400, 200);
  for (std::uint32_t row = 0; row < 400; ++row) examples.facts.groups.push_back(row / 8);
  DataOptions options;
  options.group = "patient";
  const auto parts_of_groups = [&] {
    std::set<std::pair<std::uint32_t, int>> found;
    const SplitRows split = split_examples(examples, options);
    for (int part = 0; part < 3; ++part) {
      for (const std::int64_t row : split.rows[part]) found.emplace(examples.facts.groups[row], part);
    }
    return found.size();
  };
  EXPECT_EQ(parts_of_groups(), 50U);
  EXPECT_EQ(note_on_groups(examples, split_examples(examples, options)), "");
  options.split = "stratified";
  EXPECT_GT(parts_of_groups(), 50U);
  EXPECT_THAT(
      note_on_groups(examples, split_examples(examples, options)),
      testing::MatchesRegex("group: [0-9]+ of 50 groups have rows in several parts; split grouped keeps them .*"));
}

TEST(SplitExamples, RowsWithoutWeightMakeNoClass) {
  Examples examples = examples_of(100, 20);
  for (const std::int8_t label : examples.facts.labels) examples.facts.weights.push_back(label == 1 ? 0 : 1);
  EXPECT_THAT(refusal_of([&] { require_both_classes(examples, split_examples(examples, {}), {}); }),
              HasSubstr("the train part: expected both classes, got 64 negatives of a weight above 0 only"));
}

}  // namespace
}  // namespace pauc
