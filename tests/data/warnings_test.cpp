// Reasons to doubt the figures of a run.
#include <set>

#include "pauc/data/folds.h"
#include "pauc/data/split_examples.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Warnings : public testing::Test {
 protected:
  // 400 rows with a noisy number `a`, another column as `text` makes it, and the label: every tenth row is positive.
  template <class Text>
  std::vector<std::string> of(const std::string& column, const Text& text, int rows = 400) {
    std::string content = "a,b,c," + column + ",y\n";
    for (int k = 0; k < rows; ++k) {
      content += std::to_string(k * 7919 % 1009) + ".5," + std::to_string(k * 104729 % 997) + ".25," +
                 std::to_string(k * 31 % 977) + ".75," + text(k) + (k % 10 == 0 ? ",1\n" : ",0\n");
    }
    options_.path = folder_.file("t.csv", content);
    const Examples examples = load_examples(options_);
    return warnings_about(examples, split_examples(examples, options_), options_);
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(Warnings, AreNotGivenAboutOrdinaryColumns) {
  EXPECT_THAT(of("x", [](int k) { return std::to_string(k * 389 % 401) + ".5"; }), IsEmpty());
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 3 == 0 ? "red" : "blue"); }), IsEmpty());
  EXPECT_THAT(of("x", [](int k) { return "name" + std::to_string(k); }), IsEmpty());  // a category per row
  EXPECT_THAT(of("x", [](int) { return std::string("North"); }), IsEmpty());
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 3 == 0 ? "1.5" : ""); }), IsEmpty());
}

// Rare values that chance could put there, and one that is only rarer in one class.
TEST_F(Warnings, AreNotGivenAboutFewFilledRows) {
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 100 == 0 ? "3.5" : ""); }), IsEmpty());
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 10 == 3 && k < 50 ? "3.5" : ""); }), IsEmpty());
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 20 == 0 || k % 50 == 7 ? "3.5" : ""); }), IsEmpty());
}

TEST_F(Warnings, AColumnThatAloneSeparatesTheClassesIsNamed) {
  const auto about = HasSubstr(
      "column x alone separates the classes: AUC 1.0000; if it is not known before the label, "
      "--drop x");
  EXPECT_THAT(of("x", [](int k) { return std::to_string(k % 10 == 0 ? 900 + k : k) + ".5"; }), ElementsAre(about));
  EXPECT_THAT(of("x", [](int k) { return std::to_string(k % 10 == 0 ? -k - 1 : k) + ".5"; }), ElementsAre(about));
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 10 == 0  ? "sepsis"
                                                     : k % 2 == 0 ? "home"
                                                                  : "ward"); }),
              ElementsAre(about));
}

TEST_F(Warnings, AColumnThatIsFilledForOneClassOnlyIsNamed) {
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 20 == 0 ? "3.5" : ""); }),
              ElementsAre(HasSubstr("column x is filled for 50 % of the positives and 0 % of the negatives")));
  // Also if many of that class have none.
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 50 == 0 ? "3.5" : ""); }),
              ElementsAre(HasSubstr("column x is filled for 20 % of the positives and 0 % of the negatives")));
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 10 > 5 ? "3.5" : ""); }),
              ElementsAre(HasSubstr("column x is filled for 0 % of the positives and 44.4 % of the negatives")));
  for (const char* date : {"2024-01-01", "03/04/2024"}) {  // the order of the latter is unclear
    EXPECT_THAT(of("x", [&](int k) { return std::string(k % 10 == 0 ? date : ""); }),
                ElementsAre(HasSubstr("of the negatives; it is left out")));
  }
}

// 400 rows, of which the second 200 repeat the first, with a column of parts and one of groups.
std::string every_row_twice() {
  std::string content = "a,b,c,part,site,y\n";
  for (int k = 0; k < 400; ++k) {
    const int row = k % 200;
    content += std::to_string(row * 7919 % 1009) + ".5," + std::to_string(row * 104729 % 997) + ".25," +
               std::to_string(row * 31 % 977) + ".75," +
               (k < 200   ? "train"
                : k < 300 ? "valid"
                          : "test") +
               ",s" + std::to_string(k % 21) + (row % 10 == 0 ? ",1\n" : ",0\n");
  }
  return content;
}

TEST_F(Warnings, RowsThatStandTwiceAreCountedAndKeptTogetherInPartsAndFolds) {
  options_.path = folder_.file("t.csv", every_row_twice());
  options_.drop = "part,site";
  const Examples examples = load_examples(options_);
  EXPECT_THAT(examples.notes, Contains(HasSubstr("200 of 400 rows have the same values in all columns as an earlier "
                                                 "row; a split that is drawn keeps them in one part, and --group")));
  const auto expect_together = [](const SplitRows& split) {
    for (const auto& rows : split.rows) {
      const std::set<std::int64_t> part(rows.begin(), rows.end());
      for (const std::int64_t row : rows) EXPECT_EQ(part.count((row + 200) % 400), 1) << row;
    }
  };
  for (const char* method : {"stratified", "random"}) {
    for (const auto& seed : {std::optional<std::int64_t>(), std::optional<std::int64_t>(5)}) {
      options_.split = method;
      options_.valid_seed = seed;
      const SplitRows split = split_examples(examples, options_);
      expect_together(split);
      EXPECT_THAT(warnings_about(examples, split, options_), IsEmpty());
    }
  }
  options_.folds = 3;
  options_.fold = 2;
  expect_together(fold_of(examples, split_examples(examples, options_), options_));
}

TEST_F(Warnings, RowsOfSeveralPartsWithTheSameValuesAreCounted) {
  const auto about = HasSubstr("test rows have the same values as a training row: figures may be too good");
  options_.path = folder_.file("t.csv", every_row_twice());
  options_.split = "part";
  options_.drop = "site";
  const Examples by_column = load_examples(options_);
  EXPECT_THAT(warnings_about(by_column, split_examples(by_column, options_), options_), ElementsAre(about));
  options_.split = "auto";
  options_.drop = "part";
  options_.group = "site";
  const Examples grouped = load_examples(options_);
  EXPECT_THAT(warnings_about(grouped, split_examples(grouped, options_), options_), ElementsAre(about));
}

TEST_F(Warnings, RowsOfFewValuesMayBeEqualByChance) {
  std::string content = "a,b,y\n";
  for (int k = 0; k < 400; ++k)
    content += std::to_string(k % 4) + "," + std::to_string(k % 3) + (k % 10 ? ",0\n" : ",1\n");
  options_.path = folder_.file("t.csv", content);
  const Examples examples = load_examples(options_);
  EXPECT_THAT(warnings_about(examples, split_examples(examples, options_), options_), IsEmpty());
}

TEST_F(Warnings, IdsInSeveralPartsAreCountedUnlessGroupsKeepThemTogether) {
  options_.id = "patient";
  const auto patient = [](int k) { return "p" + std::to_string(k % 100); };
  EXPECT_THAT(of("patient", patient), ElementsAre(HasSubstr("have the patient of a training row: figures may be too "
                                                            "good; --group patient keeps rows of one together")));
  options_.group = "patient";
  EXPECT_THAT(of("patient", patient), IsEmpty());
}

TEST_F(Warnings, VeryFewGroupsAreNamedWithTheSharesOfTheParts) {
  options_.group = "site";
  EXPECT_THAT(of("site", [](int k) { return "s" + std::to_string(k % 3); }),
              ElementsAre(HasSubstr("there are only 3 groups: the parts have 3")));
}

}  // namespace
}  // namespace pauc
