#include "pauc/core/text/label_rule.h"

#include "pauc/core/error.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LabelRule::Decision decide(const std::string& positive, const std::vector<std::string>& values) {
  LabelRule rule(positive);
  for (const auto& value : values) rule.add(value, [] { return "f.csv: line 9, column 1 (y)"; });
  return rule.decide("f.csv: column y");
}

std::string refusal(const std::string& positive, const std::vector<std::string>& values) {
  try {
    decide(positive, values);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(LabelRule, TakesOneTrueAndYesAsPositive) {
  for (const std::vector<std::string>& values : {std::vector<std::string>{"0", "1", "1", "0"},
                                                 {"-1", "1", "1", "-1"},
                                                 {"0.0", "1.0", "1", "0"},
                                                 {"False", "True", "True", "False"},
                                                 {"no", "Yes", "Yes", "no"},
                                                 {"negative", "positive", "positive", "negative"}}) {
    const auto decision = decide("", values);
    EXPECT_THAT(decision.labels, ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(decision.note, IsEmpty());
  }
}

TEST(LabelRule, SaysSoWhereMostRowsArePositiveUnlessThatWasAskedFor) {
  EXPECT_THAT(decide("", {"0", "1", "1"}).labels, ElementsAre(0, 1, 1));
  EXPECT_EQ(decide("", {"0", "1", "1"}).note,
            "f.csv: column y: most rows are positive, 2 of 3; --positive 0 turns that round");
  EXPECT_THAT(decide("1", {"0", "1", "1"}).note, IsEmpty());
}

TEST(LabelRule, TakesTheRarerOfTwoOtherValuesAndSaysSo) {
  const auto decision = decide("", {"benign", "malign", "benign"});
  EXPECT_THAT(decision.labels, ElementsAre(0, 1, 0));
  EXPECT_EQ(decision.positive, "malign");
  EXPECT_THAT(decision.note, HasSubstr("malign is taken as positive, the rarer of"));
}

TEST(LabelRule, TakesTheLargerOfTwoNumbersAndSaysSoUnlessTheyAreUsual) {
  EXPECT_THAT(decide("", {"1", "2", "1"}).labels, ElementsAre(0, 1, 0));
  EXPECT_EQ(decide("", {"1", "2", "1"}).note,
            "f.csv: column y: 2 is taken as positive, the larger of \"1\" (2 rows), \"2\" (1 row)");
  EXPECT_THAT(decide("", {"10", "9", "9", "10"}).labels, ElementsAre(1, 0, 0, 1));  // as numbers, not as texts
  EXPECT_THAT(decide("", {"2", "0", "0"}).labels, ElementsAre(1, 0, 0));
}

TEST(LabelRule, SaysSoWhereTheOtherLabelIsNoUsualNegative) {
  EXPECT_THAT(decide("", {"yes", "maybe", "maybe"}).note,
              HasSubstr("yes is taken as positive of \"yes\" (1 row), \"maybe\" (2 rows)"));
}

TEST(LabelRule, AsksWhereNeitherLabelIsTheRarerOrBothSoundPositive) {
  EXPECT_THAT(refusal("", {"a", "b"}), HasSubstr("expected to be told which of two labels is positive"));
  EXPECT_THAT(refusal("", {"1", "yes", "yes"}), HasSubstr("expected to be told which of two labels is positive"));
}

TEST(LabelRule, ComparesTheNamedValueAsANumberWherePossible) {
  EXPECT_THAT(decide("2", {"2.0", "1", "2"}).labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(decide("b", {"a", "b", "c"}).labels, ElementsAre(0, 1, 0));
  EXPECT_THAT(decide("b", {"a", "b", "c"}).note, HasSubstr("all other labels are negative"));
}

TEST(LabelRule, TakesTwoSpellingsOfANumberForOneValue) {
  EXPECT_THAT(decide("", {"1", "0", "1.0", "0", "1.0", "+1", "0.0"}).labels, ElementsAre(1, 0, 1, 0, 1, 1, 0));
}

TEST(LabelRule, MakesALabelOfANumber) {
  EXPECT_THAT(decide(">=8", {"8", "7.9", "9"}).labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(decide(">8", {"8", "7.9", "9"}).labels, ElementsAre(0, 0, 1));
  EXPECT_THAT(decide("<8", {"8", "7.9", "9"}).labels, ElementsAre(0, 1, 0));
  EXPECT_THAT(decide("<= 8", {"8", "7.9", "9"}).labels, ElementsAre(1, 1, 0));
}

TEST(LabelRule, RefusesWhatIsNotTwoClasses) {
  EXPECT_THAT(refusal("", {"0", "1", "2", "2"}),
              HasSubstr("expected two label values, got 3: \"0\" (1 row), \"1\" (1 row), \"2\" (2 rows)"));
  EXPECT_THAT(
      refusal("", {"1", "1"}),
      HasSubstr("expected two classes, got one only: \"1\" (2 rows); choose another label, or rows of both classes"));
  EXPECT_THAT(refusal("", {"0", "1", "2", "2"}), HasSubstr("by a bound from 0 to 2, such as --positive '>=1'"));
  EXPECT_THAT(refusal("", {"0", "1", "unknown"}),
              HasSubstr("; to count \"unknown\" as negative, write --positive 1; to leave these rows out of a "
                        "training, write --missing unknown"));
  EXPECT_THAT(refusal("", {"a", "b", "c"}), HasSubstr("; name the positive one by --positive"));
  EXPECT_THAT(refusal("", {}), HasSubstr("no labelled row"));
  EXPECT_THAT(refusal("x", {"0", "1"}), HasSubstr("no label is \"x\"; the labels are \"0\""));
  EXPECT_THAT(refusal(">=8", {"1", "2"}), HasSubstr("got one only: no label is >=8"));
  EXPECT_THAT(refusal(">=8", {"9", "many"}),
              HasSubstr("line 9, column 1 (y): expected a number to compare with 8, got \"many\""));
  EXPECT_THAT(refusal(">=x", {}), HasSubstr("expected a number after >=, such as '>=8', got \">=x\""));
}

TEST(LabelRule, RefusesAColumnThatHoldsNoClasses) {
  std::vector<std::string> values;
  for (int i = 0; i < 1000; ++i) values.push_back(std::to_string(i));
  EXPECT_THAT(refusal("", values), HasSubstr("expected two label values, got more than 200"));
}

LabelRule::Decision decide_by_classes(const std::string& classes, const std::vector<std::string>& values) {
  LabelRule rule("", classes);
  for (const auto& value : values) rule.add(value, [] { return "f.csv: line 9, column 1 (y)"; });
  return rule.decide("f.csv: column y");
}

std::string classes_refused(const std::string& classes, const std::vector<std::string>& values) {
  try {
    decide_by_classes(classes, values);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(LabelRule, OfManyClassesThoseInARangeOrNamedArePositive) {
  const std::vector<std::string> digits = {"0", "4", "5", "9", "12", "5.0", "13"};
  EXPECT_THAT(decide_by_classes("5-9", digits).labels, ElementsAre(0, 0, 1, 1, 0, 1, 0));
  EXPECT_THAT(decide_by_classes("5-9,12", digits).labels, ElementsAre(0, 0, 1, 1, 1, 1, 0));
  EXPECT_THAT(decide_by_classes("4", digits).labels, ElementsAre(0, 1, 0, 0, 0, 0, 0));
  EXPECT_THAT(decide_by_classes("-2--1", {"-3", "-2", "-1", "0"}).labels, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(decide_by_classes("cat, dog", {"cat", "cow", "dog", "Dog"}).labels, ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(decide_by_classes("x-ray,5", {"x-ray", "5", "x"}).labels, ElementsAre(1, 1, 0));
}

TEST(LabelRule, RefusesPositiveClassesThatNoLabelHas) {
  EXPECT_THAT(classes_refused("cat,dgo", {"cat", "dog", "cow"}),
              HasSubstr("no label is \"dgo\" of --positive-classes; the labels are"));
  EXPECT_THAT(classes_refused("5-9,12", {"5", "1"}), HasSubstr("no label is \"12\""));
  EXPECT_THAT(classes_refused("5-9", {"1", "2"}), HasSubstr("no label is \"5-9\""));
}

TEST(LabelRule, NamesThePositiveClassesAsTheyWereGiven) {
  EXPECT_EQ(decide_by_classes("5-9", {"7", "1", "5", "7"}).positive, "5-9");
}

TEST(LabelRule, RefusesClassesThatAreAll) {
  EXPECT_THAT(classes_refused("1-9", {"1", "2"}), HasSubstr("expected two classes, got one only"));
  EXPECT_THAT(classes_refused("9-5", {"1"}), HasSubstr("expected a range from low to high, got \"9-5\""));
  EXPECT_THAT(classes_refused("5,,6", {"1"}), HasSubstr("expected classes such as 5-9 or cat,dog, got \"5,,6\""));
  EXPECT_THROW(LabelRule("1", "5-9"), UserError);
}

TEST(LabelRule, DecidesABoundOnlyIfAllItsValuesAreOnOneSide) {
  const auto decided = [](const char* positive, double value, const char* relation) {
    return LabelRule(positive).is_decided(value, relation);
  };
  for (const char* positive : {">=8", ">8"}) {
    EXPECT_EQ(decided(positive, 9, ">"), true);
    EXPECT_EQ(decided(positive, 8, ">"), true);
    EXPECT_EQ(decided(positive, 7, ">"), false);
    EXPECT_EQ(decided(positive, 7, "<"), true);
    EXPECT_EQ(decided(positive, 8, "<"), true);
    EXPECT_EQ(decided(positive, 9, "<"), false);
    EXPECT_EQ(decided(positive, 9, "<<"), false);
    EXPECT_EQ(decided(positive, 9, ""), true);
    EXPECT_EQ(decided(positive, 1, "~"), true);
    EXPECT_EQ(decided(positive, 9, "about"), std::nullopt);
    EXPECT_EQ(decided(positive, 9, "><"), std::nullopt);
  }
  EXPECT_EQ(decided(">=8", 8, ">="), true);
  EXPECT_EQ(decided(">8", 8, ">="), false);
  EXPECT_EQ(decided(">=8", 8, "<="), false);
  EXPECT_EQ(decided(">8", 8, "<="), true);
  EXPECT_EQ(decided("<100", 100, ">"), true);
  EXPECT_EQ(decided("<100", 10, ">"), false);
  EXPECT_EQ(decided("<100", 10, "<"), true);
}

}  // namespace
}  // namespace pauc
