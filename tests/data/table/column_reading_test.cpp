#include "pauc/data/table/column_reading.h"

namespace pauc {
namespace {

using testing::Optional;

ColumnReading with_comma(CommaMeaning meaning) {
  ColumnReading reading;
  reading.comma = meaning;
  return reading;
}

TEST(ColumnReading, DecimalCommasAreReadAndPointsThatCouldSeparateThousandsAreNot) {
  const auto reading = with_comma(CommaMeaning::decimal);
  EXPECT_THAT(read_number("1,5", reading), Optional(1.5));
  EXPECT_THAT(read_number("1,234", reading), Optional(1.234));
  EXPECT_THAT(read_number("-0,25", reading), Optional(-0.25));
  EXPECT_THAT(read_number("1.234,5", reading), Optional(1234.5));
  EXPECT_THAT(read_number("12.5", reading), Optional(12.5));
  EXPECT_EQ(read_number("1.234", reading), std::nullopt);  // 1234 or 1.234
  EXPECT_EQ(read_number("1,2,3", reading), std::nullopt);
  EXPECT_EQ(read_number("1,5.2", reading), std::nullopt);
}

TEST(ColumnReading, AGroupOfThousandsNeverBeginsWithZero) {
  for (const CommaMeaning meaning : {CommaMeaning::decimal, CommaMeaning::beside_points, CommaMeaning::unclear}) {
    EXPECT_THAT(read_number("0.125", with_comma(meaning)), Optional(0.125));
    EXPECT_THAT(read_number("-0,125", with_comma(meaning)), Optional(-0.125));
  }
  EXPECT_EQ(read_number("0,125", with_comma(CommaMeaning::thousands)), std::nullopt);
}

TEST(ColumnReading, PointsAreDecimalAmongDecimalCommasWhereCommasSeparateFields) {
  const auto reading = with_comma(CommaMeaning::decimal);
  EXPECT_THAT(read_number("1.234", reading, Separator::comma), Optional(1.234));
  EXPECT_EQ(read_number("1.234", with_comma(CommaMeaning::unclear), Separator::comma), std::nullopt);
}

TEST(ColumnReading, PointsBetweenThousandsAreReadWhereTrainingHadThemWithADecimalComma) {
  const auto reading = with_comma(CommaMeaning::decimal_with_groups);
  EXPECT_THAT(read_number("1.234", reading), Optional(1234));
  EXPECT_THAT(read_number("1.234.567", reading), Optional(1234567));
  EXPECT_EQ(read_number("192.168.100.200", reading), std::nullopt);
  EXPECT_THAT(read_number("1.234,5", reading), Optional(1234.5));
  EXPECT_THAT(read_number("1,234", reading), Optional(1.234));
  EXPECT_EQ(read_number("12.5", reading), std::nullopt);  // tells a file with decimal points
}

TEST(ColumnReading, CommasBesideDecimalPointsAreReadOnlyWhereTheyAreClear) {
  const auto reading = with_comma(CommaMeaning::beside_points);
  EXPECT_THAT(read_number("1,5", reading), Optional(1.5));
  EXPECT_THAT(read_number("4.819", reading), Optional(4.819));
  EXPECT_EQ(read_number("1,234", reading), std::nullopt);
}

TEST(ColumnReading, CommasBetweenThousandsAreReadWhereGroupsHaveThreeDigits) {
  const auto reading = with_comma(CommaMeaning::thousands);
  EXPECT_THAT(read_number("1,234,567", reading), Optional(1234567));
  EXPECT_THAT(read_number("-12,345.5", reading), Optional(-12345.5));
  EXPECT_THAT(read_number("9,007", reading), Optional(9007));
  EXPECT_THAT(read_number("1.234", reading), Optional(1.234));
  EXPECT_THAT(read_number("12", reading), Optional(12));
  EXPECT_EQ(read_number("1,5", reading), std::nullopt);
  EXPECT_EQ(read_number("1234,567", reading), std::nullopt);
}

TEST(ColumnReading, TypographicMinusSignsAndSpacesAreReadInAnyColumn) {
  EXPECT_THAT(read_number("\u22123.25", {}), Optional(-3.25));
  EXPECT_THAT(read_number("1\u00A0234", {}), Optional(1234));
  EXPECT_THAT(read_number("\u22121\u202F234\u2009567.5", {}), Optional(-1234567.5));
  EXPECT_THAT(read_number("12.5\u00A0", {}), Optional(12.5));
  EXPECT_THAT(read_number("1\u00A0234,567", with_comma(CommaMeaning::decimal)), Optional(1234.567));
  EXPECT_EQ(read_number("120\u00A080", {}), std::nullopt);  // two numbers
  EXPECT_EQ(read_number("0\u00A0123", {}), std::nullopt);
  EXPECT_EQ(read_number("120 180", {}), std::nullopt);  // an ordinary space may separate two numbers
}

TEST(ColumnReading, BoundsAndPercentSignsAreReadOnlyWhereTrainingHadThem) {
  ColumnReading reading;
  for (const char* text : {"<5", "94%", "1,5", "2024-01-01"}) EXPECT_EQ(read_number(text, reading), std::nullopt);
  reading.censored = true;
  reading.percent = 0.01;
  for (const char* text : {"<5", "< 5", ">5", "<=5", ">= 5", "~5", "5+", "\u22645"}) {
    EXPECT_THAT(read_number(text, reading), Optional(5)) << text;
  }
  EXPECT_THAT(read_number("94 %", reading), Optional(0.94));
  EXPECT_THAT(read_number(">50%", reading), Optional(0.5));
  EXPECT_EQ(read_number("<", reading), std::nullopt);
  EXPECT_EQ(read_number("%", reading), std::nullopt);
}

double days(const char* text, DateOrder order) {
  ColumnReading reading;
  reading.date = order;
  return read_number(text, reading).value_or(-1e9);
}

TEST(ColumnReading, DatesAreDaysSince1970) {
  EXPECT_EQ(days("1970-01-01", DateOrder::year_first), 0);
  EXPECT_EQ(days("2000-03-01", DateOrder::year_first), 11017);
  EXPECT_EQ(days("2024-02-29T12:30:00Z", DateOrder::year_first), 19782);
  EXPECT_EQ(days("29.02.2024", DateOrder::day_first), 19782);
  EXPECT_EQ(days("2/29/2024 8:05", DateOrder::month_first), 19782);
  EXPECT_EQ(days("1969-12-31", DateOrder::year_first), -1);
  EXPECT_EQ(days("2000-03-01", DateOrder::any), 11017);
  EXPECT_NE(days("03/04/2024", DateOrder::any), -1e9);
  EXPECT_EQ(days("2/29/2024", DateOrder::any), 19782);
  for (const char* text : {"2023-02-29", "2024-13-01", "29.02.2024", "2024-02", "20240229", "2024-02-29x"}) {
    EXPECT_EQ(days(text, DateOrder::year_first), -1e9) << text;
  }
}

TEST(ColumnReading, UsualWordsForMissingCountInColumnsOfNumbers) {
  for (const char* word : {"unknown", "Unknown", "-", "n/a", "#N/A", "not done", "", "NA", "none"}) {
    EXPECT_TRUE(means_missing_number(word)) << word;
  }
  for (const char* word : {"unknown", "-", "none"}) EXPECT_FALSE(means_missing(word)) << word;
  EXPECT_FALSE(means_missing_number("high"));
}

TEST(ColumnReading, GivenWordsForMissingAreNumbersInAnySpelling) {
  const MissingWords words({"-999", "refused"});
  EXPECT_TRUE(words.has("-999"));
  EXPECT_TRUE(words.has("-999.0"));
  EXPECT_TRUE(words.has("refused"));
  EXPECT_FALSE(words.has("999"));
  EXPECT_FALSE(words.has("Refused"));
}

}  // namespace
}  // namespace pauc
