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
  EXPECT_THAT(examples.column_notes,
              ElementsAre(HasSubstr("column a: read as numbers: 3 words for missing (\"unknown\", \"-\", \"n/a\")")));
}

// Values, kinds and readings of a column in the order of the texts and in reverse, values always in the first order.
struct Outcome {
  Column::Kind kind;
  CommaMeaning comma;
  double percent;
  bool odd_is_missing;
  std::int64_t odd;
  std::size_t notes;
  std::vector<float> values;  // -1 for a missing value
  std::string refusal;
};

TEST_F(ColumnSurvey, TheOrderOfRowsDecidesNothing) {
  const auto outcome = [&](std::vector<std::string> texts, bool reverse, char delimiter) {
    if (reverse) std::reverse(texts.begin(), texts.end());
    Outcome result{};
    result.refusal = refusal_of([&] {
      const Examples examples = load(texts, delimiter);
      const Column& found = column(examples);
      result = {found.kind,
                found.reading.comma,
                found.reading.percent,
                found.reading.odd_is_missing,
                found.found.odd.count,
                examples.notes.size() + examples.column_notes.size(),
                values(examples),
                ""};
    });
    if (reverse) std::reverse(result.values.begin(), result.values.end());
    for (float& value : result.values) value = std::isnan(value) ? -1 : value;
    if (result.kind == Column::Kind::category) result.values.clear();  // numbered in the order of the file
    // Which texts are shown first depends on the order, whether they are refused does not.
    const std::size_t said = result.refusal.find(": expected");  // behind the line
    if (said != std::string::npos) result.refusal = result.refusal.substr(said, result.refusal.find(", got ") - said);
    return result;
  };
  const std::vector<std::vector<std::string>> extras = {
      {"unknown"}, {"oops", "<5"}, {"94%", "-"},   {"x", "y", "z"},   {"2024-01-02"},
      {"inf"},     {"Nan"},        {"-nan", "3%"}, {"nan(1)", "7%"},  {"12,5", "1.234"},
      {"1e999"},   {"\u22123.5"},  {"\"1,234\""},  {"0.5", "\"2,5\""}};
  for (const auto& extra : extras) {
    for (const char delimiter : {',', ';'}) {
      if (delimiter == ',' && extra[0] == "12,5") continue;
      for (const int count : {4, 60}) {
        const auto texts = numbers_and(count, extra);
        const Outcome last = outcome(texts, false, delimiter), first = outcome(texts, true, delimiter);
        EXPECT_EQ(first.refusal, last.refusal) << extra[0];
        EXPECT_EQ(first.kind, last.kind) << extra[0];
        EXPECT_EQ(first.comma, last.comma) << extra[0];
        EXPECT_EQ(first.percent, last.percent) << extra[0];
        EXPECT_EQ(first.odd_is_missing, last.odd_is_missing) << extra[0];
        EXPECT_EQ(first.odd, last.odd) << extra[0];
        EXPECT_EQ(first.notes, last.notes) << extra[0];
        EXPECT_EQ(first.values, last.values) << extra[0];
      }
    }
  }
}

TEST_F(ColumnSurvey, AWordForInfinityIsACategoryAmongTextsAndRefusedAmongNumbers) {
  for (const bool first : {true, false}) {
    std::vector<std::string> wards = {"neo", "card", "inf", "neo", "card", "inf"};
    wards.insert(first ? wards.begin() : wards.end(), "inf");
    EXPECT_EQ(column(load(wards)).categories.size(), 3) << first;
    auto numbers = numbers_and(40, {});
    numbers.insert(first ? numbers.begin() : numbers.end(), "inf");
    EXPECT_THAT(refusal_of([&] { load(numbers); }), HasSubstr("expected a number below 3.4e38, got \"inf\"")) << first;
  }
}

TEST_F(ColumnSurvey, ATextThatParsesAsNanIsMissingBeforeAnythingIsCounted) {
  for (const char* nan : {"Nan", "-nan", "nan(1)"}) {
    std::vector<std::string> texts = {nan};
    for (int k = 0; k < 40; ++k) texts.push_back("0." + std::to_string(k + 10));
    texts.emplace_back("37%");
    const std::vector<float> all = values(load(texts));
    EXPECT_TRUE(std::isnan(all[0])) << nan;
    EXPECT_FLOAT_EQ(all.back(), 0.37F) << nan;
  }
}

TEST_F(ColumnSurvey, BoundsAreReadAsTheirNumberWithANote) {
  const Examples examples = load(numbers_and(40, {"<5", ">300", "90+"}));
  const std::vector<float> all = values(examples);
  EXPECT_THAT(std::vector<float>(all.end() - 3, all.end()), ElementsAre(5, 300, 90));
  EXPECT_THAT(examples.column_notes, ElementsAre(HasSubstr("3 with a bound (\"<5\" is read as 5)")));
}

TEST_F(ColumnSurvey, BoundsAloneAreCategories) {
  const Examples examples = load({"<30", ">=30", "<30", ">=30", "<30", "<30"});
  EXPECT_EQ(column(examples).kind, Column::Kind::category);
  EXPECT_THAT(examples.notes, IsEmpty());
  EXPECT_THAT(examples.column_notes, IsEmpty());
}

TEST_F(ColumnSurvey, ALabValueThatIsMostlyBelowItsLimitIsANumber) {
  std::vector<std::string> texts(60, "<0.01");
  for (int k = 0; k < 40; ++k) texts.push_back("2." + std::to_string(100 + k));
  const Examples examples = load(texts);
  ASSERT_EQ(column(examples).kind, Column::Kind::number);
  EXPECT_FLOAT_EQ(values(examples)[0], 0.01F);
  EXPECT_THAT(examples.column_notes, ElementsAre(HasSubstr("60 with a bound (\"<0.01\" is read as 0.01)")));
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
  EXPECT_THAT(examples.column_notes,
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
  EXPECT_THAT(examples.column_notes, IsEmpty());
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
  EXPECT_THAT(examples.column_notes, ElementsAre(HasSubstr("3 with a comma (\"1,5\" is read as 1.5)")));
}

TEST_F(ColumnSurvey, QuotedCommasOfACommaFileSeparateThousandsOnlyWhereTheyCan) {
  EXPECT_THAT(values(load({"\"1,234\"", "12", "\"2,000\""})), ElementsAre(1234, 12, 2000));
  EXPECT_THAT(values(load({"\"1,5\"", "12", "\"2,25\""})), ElementsAre(1.5F, 12, 2.25F));
  EXPECT_THAT(values(load({"\"0,663\"", "\"0,634\"", "\"1,634\""})), ElementsAre(0.663F, 0.634F, 1.634F));
}

TEST_F(ColumnSurvey, NumbersWithADecimalPointSayThatCommasSeparateThousands) {
  EXPECT_THAT(values(load({"1,234", "512.3", "613.5"}, '\t')), ElementsAre(1234, 512.3F, 613.5F));
  EXPECT_THAT(values(load({"1,234", "512,3", "613"}, '\t')), ElementsAre(1.234F, 512.3F, 613));
}

// `count` numbers with three decimals: first.100, first.101, ...
std::vector<std::string> three_decimals(int first, int count) {
  std::vector<std::string> texts;
  for (int k = 0; k < count; ++k) texts.push_back(std::to_string(first) + "." + std::to_string(100 + k));
  return texts;
}

TEST_F(ColumnSurvey, OneDecimalCommaDoesNotTurnThreeDecimalsIntoThousands) {
  auto texts = three_decimals(0, 40);
  for (const std::string& text : three_decimals(4, 60)) texts.push_back(text);
  texts.emplace_back("\"1,5\"");
  for (const char delimiter : {';', ','}) {
    const Examples examples = load(texts, delimiter);
    EXPECT_FLOAT_EQ(values(examples)[40], 4.1F);
    EXPECT_FLOAT_EQ(values(examples).back(), 1.5F);
    EXPECT_THAT(examples.column_notes, ElementsAre(HasSubstr("1 with a comma (\"1,5\" is read as 1.5)")));
  }
}

TEST_F(ColumnSurvey, CommasAndPointsOfUnclearMeaningAreRefusedWithTheirTexts) {
  auto texts = three_decimals(4, 60);
  texts.emplace_back("1,5");
  EXPECT_THAT(refusal_of([&] { load(texts, ';'); }),
              HasSubstr("t.csv: column a: expected numbers whose commas and points have one meaning, got 1 such as "
                        "\"1,5\" and 60 such as \"4.100\", \"4.101\", \"4.102\", which may be decimal numbers or "
                        "have groups of thousands"));
  EXPECT_THAT(refusal_of([&] { load({"12,5", "12,5", "1.234", "12,5"}, ';'); }), HasSubstr("1 such as \"1.234\""));
  EXPECT_THAT(refusal_of([&] { load({"1,234", "1.234", "2,345"}, ';'); }), HasSubstr("3 such as \"1,234\""));
  EXPECT_THAT(refusal_of([&] { load({"\"1,234.5\"", "\"1.234,5\"", "\"1,234\""}); }), HasSubstr("1 such as \"1,234\""));
}

TEST_F(ColumnSurvey, AFewUnclearNumbersCountAsMissingAndAreShown) {
  std::vector<std::string> texts(40, "12,5");
  texts.emplace_back("1.234");
  const Examples examples = load(texts, ';');
  EXPECT_TRUE(std::isnan(values(examples).back()));
  EXPECT_THAT(examples.column_notes, ElementsAre(HasSubstr("1 that count as missing, not being numbers (\"1.234\")")));
}

TEST_F(ColumnSurvey, OneClearNumberDoesNotOverruleWhatCommasMeanInSuchAFile) {
  std::vector<std::string> texts(40, "\"1,234\"");
  texts.emplace_back("\"0,5\"");
  EXPECT_THAT(refusal_of([&] { load(texts); }), HasSubstr("1 such as \"0,5\" and 40 such as \"1,234\""));
  texts = std::vector<std::string>(40, "1,234");
  texts.emplace_back("2.5");
  EXPECT_THAT(refusal_of([&] { load(texts, ';'); }), HasSubstr("1 such as \"2.5\" and 40 such as \"1,234\""));
}

TEST_F(ColumnSurvey, PointsBetweenThousandsAreReadWhereADecimalCommaProvesThem) {
  EXPECT_THAT(values(load({"1.234,5", "1.234", "7,25", "12"}, ';')), ElementsAre(1234.5F, 1234, 7.25F, 12));
}

TEST_F(ColumnSurvey, TheOrderOfFilesDecidesNothing) {
  const std::string semicolons = folder_.file("d1.csv", "a;y\n1,640;0\n1,267;1\n");
  const std::string commas = folder_.file("d2.csv", "a,y\n\"1,742\",0\n\"1,921\",1\n");
  const std::string points = folder_.file("d3.csv", "a,y\n12.5,0\n13.5,1\n");
  const auto read = [&](const std::string& one, const std::string& other) {
    options_.path = one;
    options_.more = other;
    return load_csv(options_);
  };
  EXPECT_THAT(refusal_of([&] { read(semicolons, commas); }), HasSubstr("\"1,742\""));
  EXPECT_THAT(refusal_of([&] { read(commas, semicolons); }), HasSubstr("\"1,640\""));
  EXPECT_THAT(values(read(semicolons, points)), ElementsAre(1.64F, 1.267F, 12.5F, 13.5F));
  EXPECT_THAT(values(read(points, semicolons)), ElementsAre(12.5F, 13.5F, 1.64F, 1.267F));
}

TEST_F(ColumnSurvey, PercentSignsAmongFractionsWithDecimalCommasAreHundredths) {
  std::vector<std::string> texts;
  for (int k = 0; k < 40; ++k) texts.push_back("0," + std::to_string(k + 10));
  texts.insert(texts.end(), {"86%", "7,5 %"});
  const std::vector<float> all = values(load(texts, ';'));
  EXPECT_FLOAT_EQ(all[40], 0.86F);
  EXPECT_FLOAT_EQ(all[41], 0.075F);
}

TEST_F(ColumnSurvey, TypographicMinusSignsAndSpacesAreReadWithANote) {
  const Examples examples = load(numbers_and(40, {"\u22123.5", "1\u00A0234.5"}));
  EXPECT_FLOAT_EQ(values(examples)[40], -3.5F);
  EXPECT_FLOAT_EQ(values(examples)[41], 1234.5F);
  EXPECT_THAT(examples.column_notes,
              ElementsAre(HasSubstr("2 with another minus sign or a no-break space (\"\u22123.5\" is "
                                    "read as -3.5)")));
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

TEST_F(ColumnSurvey, DatesOfUnclearOrderAreLeftOutButNotMissing) {
  const Examples examples = load({"03/04/2024", "", "05/06/2024", "07/08/2023"});
  EXPECT_THAT(column(examples).left_out, HasSubstr("dates; --dates days"));
  EXPECT_FALSE(std::isnan(values(examples)[0]));
  EXPECT_TRUE(std::isnan(values(examples)[1]));
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

TEST_F(ColumnSurvey, IdsThatFloatsCannotTellApartAreLeftOut) {
  const auto left_out = [&](const std::string& name, const auto& value) {
    std::string text = name + ",y\n";
    for (int k = 0; k < 60; ++k) text += std::to_string(value(k)) + (k % 2 == 0 ? ",0\n" : ",1\n");
    options_.path = folder_.file("ids.csv", text);
    return column(load_csv(options_)).left_out;
  };
  EXPECT_THAT(left_out("mrn", [](long k) { return 20000000 + k * 7919 % 1009 * 31; }), HasSubstr("an id"));
  EXPECT_THAT(left_out("patient_id", [](long k) { return 8154198529 + k * 37 % 61 * 3; }), HasSubstr("an id"));
  EXPECT_THAT(left_out("x", [](long k) { return 8154198529 + k * 37 % 60; }), HasSubstr("numbers of the rows"));
  EXPECT_EQ(left_out("patient_id", [](long k) { return 8154198529 + k % 20; }), "");  // several rows of each
  EXPECT_EQ(left_out("sales", [](long k) { return 20000000 + k * 7919 % 1009 * 31; }), "");
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
