// What a column holds, by all of its texts and in any order of rows.
#include <algorithm>
#include <cmath>

#include "pauc/data/table/csv_table.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A column `a` of `count` numbers and further texts, and a label.
std::vector<std::string> numbers_and(int count, const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (int k = 0; k < count; ++k) values.push_back(std::to_string(k % 90) + "." + std::to_string(k % 7 + 1));
  values.insert(values.end(), texts.begin(), texts.end());
  return values;
}

class ColumnSurvey : public testing::Test {
 protected:
  Examples load(const std::vector<std::string>& values, char delimiter = ',') {
    std::string text = std::string("a") + delimiter + "y\n";
    for (std::size_t k = 0; k < values.size(); ++k) text += values[k] + delimiter + (k % 2 == 0 ? "0\n" : "1\n");
    options_.path = folder_.file("t.csv", text);
    return load_csv(options_);
  }
  static const Column& column(const Examples& examples) { return examples.content.table.columns.at(0); }
  static std::vector<float> values(const Examples& examples) {
    return std::get<DenseValues>(examples.content.table.values).columns.at(0);
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(ColumnSurvey, WordsForMissingAmongNumbersAreMissing) {
  const Examples examples = load(numbers_and(40, {"unknown", "-", "n/a"}));
  EXPECT_EQ(column(examples).kind, Column::Kind::number);
  EXPECT_TRUE(std::isnan(values(examples)[40]) && std::isnan(values(examples)[42]));
  EXPECT_THAT(examples.notes,
              ElementsAre(HasSubstr("column a: read as numbers: 3 words for missing (\"unknown\", \"-\", \"n/a\")")));
}

TEST_F(ColumnSurvey, TheOrderOfRowsDecidesNothing) {
  const std::vector<std::vector<std::string>> extras = {
      {"unknown"}, {"oops", "<5"}, {"94%", "-"}, {"x", "y", "z"}, {"2024-01-02"}};
  for (const auto& extra : extras) {
    auto texts = numbers_and(60, extra);
    const Examples last = load(texts);
    std::reverse(texts.begin(), texts.end());
    const Examples first = load(texts);
    EXPECT_EQ(column(first).kind, column(last).kind) << extra[0];
    EXPECT_EQ(column(first).found.odd.count, column(last).found.odd.count) << extra[0];
    EXPECT_EQ(column(first).reading.odd_is_missing, column(last).reading.odd_is_missing) << extra[0];
    EXPECT_EQ(first.notes.size(), last.notes.size()) << extra[0];
  }
}

TEST_F(ColumnSurvey, BoundsAreReadAsTheirNumberWithANote) {
  const Examples examples = load(numbers_and(40, {"<5", ">300", "90+"}));
  const std::vector<float> all = values(examples);
  EXPECT_THAT(std::vector<float>(all.end() - 3, all.end()), ElementsAre(5, 300, 90));
  EXPECT_THAT(examples.notes, ElementsAre(HasSubstr("3 with a bound (\"<5\" is read as 5)")));
}

TEST_F(ColumnSurvey, BoundsAloneAreCategories) {
  const Examples examples = load({"<30", ">=30", "<30", ">=30", "<30", "<30"});
  EXPECT_EQ(column(examples).kind, Column::Kind::category);
  EXPECT_THAT(examples.notes, IsEmpty());
}

TEST_F(ColumnSurvey, PercentSignsAreLeftOutUnlessTheOtherNumbersAreFractions) {
  EXPECT_EQ(values(load(numbers_and(40, {"94%"}))).back(), 94);
  std::vector<std::string> fractions;
  for (int k = 0; k < 40; ++k) fractions.push_back("0." + std::to_string(k + 10));
  fractions.emplace_back("94%");
  EXPECT_FLOAT_EQ(values(load(fractions)).back(), 0.94F);
}

TEST_F(ColumnSurvey, AFewOtherTextsCountAsMissingWithANote) {
  const Examples examples = load(numbers_and(40, {"see chart", "38..2"}));
  EXPECT_EQ(column(examples).kind, Column::Kind::number);
  EXPECT_TRUE(column(examples).reading.odd_is_missing);
  EXPECT_THAT(examples.notes,
              ElementsAre(HasSubstr("2 that count as missing, not being numbers (\"see chart\", \"38..2\")")));
}

TEST_F(ColumnSurvey, ManyOtherTextsAmongMostlyNumbersAreRefusedWithAWayOut) {
  std::vector<std::string> tickets;
  for (int k = 0; k < 20; ++k) tickets.push_back("PC " + std::to_string(k));
  EXPECT_THAT(refusal_of([&] { load(numbers_and(40, tickets)); }),
              HasSubstr("t.csv: column a: expected numbers or categories, got 40 numbers and 20 other texts such as "
                        "\"PC 0\", \"PC 1\", \"PC 2\"; --categories a reads all as categories"));
  options_.categories = "a";
  EXPECT_EQ(column(load(numbers_and(40, tickets))).kind, Column::Kind::category);
}

TEST_F(ColumnSurvey, AMixtureOfFewDifferentTextsIsCategoriesWithANote) {
  const Examples examples = load({"1", "2", "1", "A", "2", "A", "1", "2", "1"});
  EXPECT_EQ(column(examples).kind, Column::Kind::category);
  EXPECT_THAT(examples.notes, ElementsAre(HasSubstr("are read as categories")));
}

TEST_F(ColumnSurvey, AColumnOfTextThatBeginsEmptyIsNotNoted) {
  std::vector<std::string> texts(30, "");
  texts.insert(texts.end(), {"red", "blue", "red", "blue"});
  const Examples examples = load(texts);
  EXPECT_EQ(column(examples).kind, Column::Kind::category);
  EXPECT_THAT(examples.notes, IsEmpty());
}

TEST_F(ColumnSurvey, WordsForMissingStayCategoriesAmongTexts) {
  EXPECT_THAT(column(load({"yes", "no", "unknown", "yes", "-"})).categories, ElementsAre("yes", "no", "unknown", "-"));
}

TEST_F(ColumnSurvey, GivenWordsAreMissingInNumbersAndCategories) {
  options_.missing = "unknown,-999";
  const Examples numbers = load({"1", "-999", "2", "-999.0"});
  EXPECT_TRUE(std::isnan(values(numbers)[1]) && std::isnan(values(numbers)[3]));
  EXPECT_THAT(column(load({"yes", "no", "unknown", "yes"})).categories, ElementsAre("yes", "no"));
}

TEST_F(ColumnSurvey, DecimalCommasOfASemicolonFileAreRead) {
  const Examples examples = load({"1,5", "2", "3,25", "7,125"}, ';');
  EXPECT_THAT(values(examples), ElementsAre(1.5F, 2, 3.25F, 7.125F));
  EXPECT_THAT(examples.notes, ElementsAre(HasSubstr("3 with a comma (\"1,5\" is read as 1.5)")));
}

TEST_F(ColumnSurvey, QuotedCommasOfACommaFileSeparateThousandsOnlyWhereTheyCan) {
  EXPECT_THAT(values(load({"\"1,234\"", "12", "\"2,000\""})), ElementsAre(1234, 12, 2000));
  EXPECT_THAT(values(load({"\"1,5\"", "12", "\"2,25\""})), ElementsAre(1.5F, 12, 2.25F));
}

TEST_F(ColumnSurvey, DatesAreLeftOutUnlessTheyAreAskedFor) {
  const std::vector<std::string> dates = {"2024-01-01", "2024-01-03", "", "2023-12-31"};
  EXPECT_THAT(column(load(dates)).left_out, HasSubstr("dates; --dates days"));
  options_.dates = DateUse::days;
  const Examples examples = load(dates);
  EXPECT_EQ(column(examples).left_out, "");
  EXPECT_EQ(values(examples)[1] - values(examples)[0], 2);
  EXPECT_TRUE(std::isnan(values(examples)[2]));
  EXPECT_EQ(values(load({"13/01/2024", "01/02/2024"}))[1], values(load({"2024-02-01", "2024-02-02"}))[0]);
  EXPECT_THAT(refusal_of([&] { load({"01/02/2024", "03/04/2024"}); }), HasSubstr("order of day and month"));
}

TEST_F(ColumnSurvey, IdsAreLeftOutUnlessTheyAreAskedFor) {
  std::vector<std::string> long_ids, places, ages;
  for (int k = 0; k < 60; ++k) {
    long_ids.push_back("20230000000000" + std::to_string(100 + k * 7 % 50));
    places.push_back(std::to_string(1000 + k * 37 % 60));
    ages.push_back(std::to_string(20 + k * 37 % 59));
  }
  EXPECT_THAT(column(load(long_ids)).left_out, HasSubstr("look like ids"));
  EXPECT_THAT(column(load(places)).left_out, HasSubstr("numbers of the rows"));
  EXPECT_EQ(column(load(ages)).left_out, "");
  options_.features = "a";
  EXPECT_EQ(column(load(long_ids)).left_out, "");
}

TEST_F(ColumnSurvey, FurtherFilesAreSurveyedAndReadBehindTheFirst) {
  options_.more = folder_.file("more, b.csv", "y,a\n1,<7\n0,8\n");
  options_.more = "\"" + options_.more + "\"";
  options_.label = "y";
  const Examples examples = load({"1", "2", "3", "4"});
  EXPECT_THAT(values(examples), ElementsAre(1, 2, 3, 4, 7, 8));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 0, 1, 1, 0));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(examples.files.size(), 2);
}

}  // namespace
}  // namespace pauc
