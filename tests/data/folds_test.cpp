#include "pauc/data/folds.h"

#include <algorithm>
#include <array>
#include <map>

#include "pauc/core/random.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using testing::HasSubstr;

std::vector<std::uint8_t> some_labels(int rows, int positives) {
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(rows), 0);
  for (int k = 0; k < positives; ++k) labels[static_cast<std::size_t>(k * rows / positives)] = 1;
  return labels;
}

// Rows of each class by fold.
std::vector<std::array<int, 2>> counts_of(const std::vector<std::uint8_t>& labels,
                                          const std::vector<std::int64_t>& folds, std::size_t count) {
  std::vector<std::array<int, 2>> counts(count, {0, 0});
  for (std::size_t k = 0; k < labels.size(); ++k) ++counts.at(static_cast<std::size_t>(folds[k]))[labels[k]];
  return counts;
}

TEST(StratifiedFolds, AreOfEqualSizesInEachClassAndInAll) {
  const auto labels = some_labels(103, 10);
  const auto folds = stratified_folds(labels, 4, 1);
  for (const auto& [negatives, positives] : counts_of(labels, folds, 4)) {
    EXPECT_GE(positives, 2);
    EXPECT_LE(positives, 3);
    EXPECT_GE(negatives + positives, 25);
    EXPECT_LE(negatives + positives, 26);
  }
  EXPECT_EQ(folds, stratified_folds(labels, 4, 1));
  EXPECT_NE(folds, stratified_folds(labels, 4, 2));
}

TEST(GroupedFolds, KeepGroupsTogetherAndSpreadBothClasses) {
  Random random(5);
  const auto labels = some_labels(1000, 100);
  std::vector<std::uint32_t> groups;
  for (std::size_t k = 0; k < labels.size(); ++k) groups.push_back(random.below(60) * random.below(3));
  const auto folds = grouped_folds(labels, groups, 5, 1);
  std::map<std::uint32_t, std::int64_t> fold_of_group;
  for (std::size_t k = 0; k < folds.size(); ++k) {
    EXPECT_EQ(fold_of_group.emplace(groups[k], folds[k]).first->second, folds[k]);
  }
  for (const auto& counts : counts_of(labels, folds, 5)) EXPECT_GT(counts[1], 5);
}

Examples examples_of(const std::vector<std::uint8_t>& labels) {
  Examples examples;
  examples.kind = "csv";
  examples.files = {"t.csv"};
  examples.content.table.rows = static_cast<std::int64_t>(labels.size());
  for (const std::uint8_t label : labels) examples.facts.labels.push_back(static_cast<std::int8_t>(label));
  return examples;
}

SplitRows thirds(std::int64_t rows) {
  SplitRows split;
  for (std::int64_t row = 0; row < rows; ++row) split.rows[row % 3].push_back(row);
  return split;
}

TEST(FoldOf, EveryRowButThoseOfTheTestPartIsLeftOutOnce) {
  const auto labels = some_labels(300, 60);
  const Examples examples = examples_of(labels);
  const SplitRows split = thirds(300);
  DataOptions options;
  options.folds = 4;
  std::vector<std::int64_t> left_out;
  for (std::int64_t fold = 1; fold <= 4; ++fold) {
    options.fold = fold;
    const SplitRows rows = fold_of(examples, split, options);
    std::vector<std::int64_t> all;
    for (const auto& part : rows.rows) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all.size(), 200U);
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());  // no row is in two parts
    EXPECT_TRUE(std::none_of(all.begin(), all.end(), [](std::int64_t row) { return row % 3 == 2; }));
    EXPECT_NEAR(static_cast<double>(rows.of(Part::valid).size()), 150.0 / 8, 1);
    const auto& test = rows.of(Part::test);
    left_out.insert(left_out.end(), test.begin(), test.end());
  }
  std::sort(left_out.begin(), left_out.end());
  EXPECT_EQ(left_out.size(), 200U);
  EXPECT_EQ(std::unique(left_out.begin(), left_out.end()), left_out.end());
}

TEST(FoldOf, AllOtherRowsAreTrainedOnWhereNothingIsToBeChosen) {
  const Examples examples = examples_of(some_labels(300, 60));
  DataOptions options;
  options.folds = 4;
  options.fold = 2;
  const SplitRows chosen = fold_of(examples, thirds(300), options);
  const SplitRows rows = fold_of(examples, thirds(300), options, ChoosingRows::none);
  EXPECT_EQ(rows.of(Part::test), chosen.of(Part::test));
  EXPECT_EQ(rows.of(Part::valid), rows.of(Part::test));
  std::vector<std::int64_t> others = chosen.of(Part::train);
  others.insert(others.end(), chosen.of(Part::valid).begin(), chosen.of(Part::valid).end());
  std::sort(others.begin(), others.end());
  EXPECT_EQ(rows.of(Part::train), others);
}

TEST(FoldOf, ASingleFoldKeepsTrainAndValidAndLeavesOutValid) {
  const SplitRows split = thirds(300);
  DataOptions options;
  options.folds = options.fold.emplace(1);
  const SplitRows rows = fold_of(examples_of(some_labels(300, 60)), split, options);
  EXPECT_EQ(rows.of(Part::train), split.of(Part::train));
  EXPECT_EQ(rows.of(Part::valid), split.of(Part::valid));
  EXPECT_EQ(rows.of(Part::test), split.of(Part::valid));
}

TEST(FoldsAllowed, AreAsManyAsLeaveBothClassesInEveryPart) {
  const auto allowed = [](int positives, std::int64_t wanted) {
    return folds_allowed(examples_of(some_labels(300, positives)), thirds(300), {}, wanted);
  };
  EXPECT_EQ(allowed(60, 4), 4);
  EXPECT_EQ(allowed(1, 4), 1);
  // Whatever is allowed has both classes everywhere, and one fold more has not.
  for (const int positives : {6, 9, 15, 21}) {
    const Examples examples = examples_of(some_labels(300, positives));
    const auto complete = [&](std::int64_t folds) {
      DataOptions options;
      options.folds = folds;
      for (std::int64_t fold = 1; fold <= folds; ++fold) {
        options.fold = fold;
        SplitRows rows;
        if (!test::refusal_of([&] { rows = fold_of(examples, thirds(300), options); }, Fault::usage).empty())
          return false;
        for (const auto& part : rows.rows) {
          const auto is_positive = [&](std::int64_t row) { return examples.facts.labels[row] == 1; };
          if (std::none_of(part.begin(), part.end(), is_positive)) return false;
        }
      }
      return true;
    };
    const std::int64_t most = allowed(positives, 8);
    EXPECT_TRUE(most == 1 || complete(most)) << positives;
    EXPECT_TRUE(most == 8 || !complete(most + 1)) << positives;
  }
}

TEST(FoldOf, RefusesFoldsThatTheDataDoNotAllow) {
  const auto refusal = [](int positives, std::int64_t folds, std::int64_t fold, FoldBy by) {
    const auto labels = some_labels(300, positives);
    const Examples examples = examples_of(labels);
    DataOptions options;
    options.folds = folds;
    options.fold = fold;
    options.fold_by = by;
    return test::refusal_of([&] { fold_of(examples, thirds(300), options); }, Fault::usage);
  };
  EXPECT_THAT(refusal(60, 0, 1, FoldBy::automatic), HasSubstr("folds: expected 1 to 100, got 0"));
  EXPECT_THAT(refusal(60, 101, 1, FoldBy::automatic), HasSubstr("folds: expected 1 to 100, got 101"));
  EXPECT_THAT(refusal(60, 4, 5, FoldBy::automatic), HasSubstr("fold: expected 1 to 4, got 5"));
  EXPECT_THAT(refusal(15, 11, 1, FoldBy::automatic),
              HasSubstr("folds: expected at most 10, the number of positives in the training and validation rows, "
                        "got 11"));
  EXPECT_EQ(refusal(15, 10, 1, FoldBy::automatic), "");
  EXPECT_THAT(refusal(60, 4, 1, FoldBy::grouped), HasSubstr("fold_by: expected a group column for grouped, got none"));
  EXPECT_THAT(refusal(60, 4, 1, FoldBy::scaffold), HasSubstr("fold_by: expected molecules for scaffold, got csv"));
}

TEST(FoldOf, ALargeGroupIsTrainedOnInsteadOfChoosingTheEpoch) {
  Examples examples = examples_of(some_labels(300, 60));
  for (std::uint32_t row = 0; row < 300; ++row) examples.facts.groups.push_back(row / 5 % 5 < 2 ? 0 : 1 + row % 37);
  DataOptions options;
  options.folds = 4;
  int trained_on = 0;
  for (std::int64_t fold = 1; fold <= 4; ++fold) {
    options.fold = fold;
    const SplitRows rows = fold_of(examples, thirds(300), options);
    const auto large = [&](Part part) {
      const auto& those = rows.of(part);
      return std::count_if(those.begin(), those.end(),
                           [&](std::int64_t row) { return examples.facts.groups[row] == 0; });
    };
    EXPECT_EQ(large(Part::valid), 0) << fold;
    trained_on += large(Part::train) > 0 ? 1 : 0;
    const double others = static_cast<double>(rows.of(Part::valid).size() + rows.of(Part::train).size());
    EXPECT_NEAR(static_cast<double>(rows.of(Part::valid).size()) / others, 1.0 / 8, 0.07) << fold;
  }
  EXPECT_EQ(trained_on, 3);  // one fold leaves it out
}

TEST(FoldOf, RefusesMoreFoldsThanGroups) {
  Examples examples = examples_of(some_labels(300, 60));
  DataOptions options;
  options.fold = 1;
  for (std::uint32_t row = 0; row < 300; ++row) examples.facts.groups.push_back(row / 5 % 5);
  const auto refusal = [&](std::int64_t folds) {
    options.folds = folds;
    return test::refusal_of([&] { fold_of(examples, thirds(300), options); }, Fault::usage);
  };
  EXPECT_THAT(refusal(6), HasSubstr("folds: expected at most 5, the number of groups in the training and validation"));
  EXPECT_EQ(refusal(5), "");
  examples.facts.scaffolds.assign(300, 0);
  EXPECT_THAT(refusal(2), HasSubstr("folds: expected at most 1, the number of scaffolds in the training and"));
}

}  // namespace
}  // namespace pauc
