#include "pauc/data/table/columns.h"

#include "pauc/core/text/comma_list.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kNames = {"age", "2", "income", "y"};

std::vector<std::size_t> places(const std::string& features, const std::string& drop,
                                const std::vector<std::size_t>& taken = {3}) {
  DataOptions options;
  options.features = features;
  options.drop = drop;
  return feature_places("t.csv", kNames, options, taken);
}

TEST(Columns, AListIsCutAtCommasAndTrimmed) {
  EXPECT_THAT(listed_texts("A, B ,C"), ElementsAre("A", "B", "C"));
  EXPECT_THAT(listed_texts("A,"), ElementsAre("A"));
  EXPECT_THAT(listed_texts(""), IsEmpty());
}

TEST(Columns, ANameWithACommaIsQuotedAsInCsv) {
  EXPECT_THAT(listed_texts("\"age, years\",sex"), ElementsAre("age, years", "sex"));
  EXPECT_THAT(listed_texts("sex, \"a \"\"b\"\"\" ,c"), ElementsAre("sex", "a \"b\"", "c"));
  for (const std::vector<std::string>& list : {std::vector<std::string>{"a, b", "c", "d \"e\""}, {" f"}, {"g"}}) {
    EXPECT_EQ(listed_texts(text_list(list)), list);
  }
  EXPECT_THAT(refusal_of([] { listed_texts("\"age"); }, Fault::usage), HasSubstr("expected a closing quote"));
  EXPECT_THAT(refusal_of([] {
                column_place("t.csv", {"age, years", "y"}, "age");
              }),
              HasSubstr("a name with a comma is quoted: '\"age, years\"'"));
}

TEST(Columns, AColumnIsFoundByNameAndOnlyThenByNumber) {
  EXPECT_EQ(column_place("t.csv", kNames, "income"), 2);
  EXPECT_EQ(column_place("t.csv", kNames, "1"), 0);
  EXPECT_EQ(column_place("t.csv", kNames, "4"), 3);
  EXPECT_EQ(column_place("t.csv", {"x", "y", "2"}, "2"), 2);
}

TEST(Columns, AnUnknownColumnIsRefusedWithTheNearest) {
  EXPECT_THAT(refusal_of([] { column_place("t.csv", kNames, "incme"); }),
              HasSubstr("t.csv: no column \"incme\"; did you mean income? The 4 columns are income"));
  EXPECT_THAT(refusal_of([] { column_place("t.csv", kNames, "weight", "--drop"); }),
              HasSubstr("t.csv: no column \"weight\" for --drop; the 4 columns are "));
  for (const char* number : {"0", "5", "-1", "1.5", "nan", "inf", ""}) {
    EXPECT_THAT(refusal_of([&] { column_place("t.csv", kNames, number); }), HasSubstr("no column")) << number;
  }
}

TEST(Columns, FeaturesAreAllThatIsNotTakenUnlessNamed) {
  EXPECT_THAT(places("", ""), ElementsAre(0, 1, 2));
  EXPECT_THAT(places("income,age", ""), ElementsAre(0, 2));
  EXPECT_THAT(places("", "age"), ElementsAre(1, 2));
  EXPECT_THAT(places("age,income", "age"), ElementsAre(2));
}

TEST(Columns, AFeatureThatIsAlreadyTheLabelIsRefused) {
  EXPECT_THAT(refusal_of([] { places("age,y", ""); }, Fault::usage),
              HasSubstr("features: expected columns to learn from, got \"y\", which is the label"));
}

TEST(Columns, ATableWithoutFeaturesIsRefused) {
  EXPECT_THAT(refusal_of([] { places("", "age,2,income"); }), HasSubstr("expected columns to learn from"));
}

}  // namespace
}  // namespace pauc
