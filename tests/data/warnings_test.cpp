// Reasons to doubt the figures of a run.
#include "pauc/data/split_examples.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

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
  EXPECT_THAT(of("x", [](int k) { return std::string(k % 10 == 0 ? "2024-01-01" : ""); }),
              ElementsAre(HasSubstr("of the negatives; it is left out")));
}

TEST_F(Warnings, RowsOfSeveralPartsWithTheSameValuesAreCounted) {
  std::string content = "a,b,c,y\n";
  for (int k = 0; k < 400; ++k) {
    const int row = k % 200;  // every row twice
    content += std::to_string(row * 7919 % 1009) + ".5," + std::to_string(row * 104729 % 997) + ".25," +
               std::to_string(row * 31 % 977) + (row % 10 == 0 ? ".75,1\n" : ".75,0\n");
  }
  options_.path = folder_.file("t.csv", content);
  const Examples examples = load_examples(options_);
  const SplitRows split = split_examples(examples, options_);
  EXPECT_THAT(warnings_about(examples, split, options_),
              ElementsAre(HasSubstr("test rows have the same values as a training row: figures may be too good")));
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
