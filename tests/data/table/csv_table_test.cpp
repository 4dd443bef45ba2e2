#include "pauc/data/table/csv_table.h"

#include <cmath>

#include "pauc/data/table/csv_table_rows.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::NanSensitiveFloatEq;

class CsvTable : public testing::Test {
 protected:
  Examples load(std::string_view content, const std::string& name = "t.csv") {
    options_.path = folder_.file(name, content);
    return load_csv(options_);
  }
  std::string refusal(std::string_view content, Fault fault = Fault::data) {
    return refusal_of([&] { load(content); }, fault);
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

const Table& table_of(const Examples& examples) { return examples.content.table; }

std::vector<std::string> names_of(const Examples& examples) {
  std::vector<std::string> names;
  for (const Column& column : table_of(examples).columns) names.push_back(column.name);
  return names;
}

// A column as text: categories by name, "-" where missing.
std::vector<std::string> texts_of(const Examples& examples, std::size_t column) {
  const Table& table = table_of(examples);
  std::vector<std::string> texts;
  for (const float value : std::get<DenseValues>(table.values).columns[column]) {
    if (std::isnan(value)) {
      texts.emplace_back("-");
    } else if (table.columns[column].kind == Column::Kind::category) {
      texts.push_back(table.columns[column].categories[static_cast<std::size_t>(value)]);
    } else {
      texts.push_back(joined(double{value}));
    }
  }
  return texts;
}

TEST_F(CsvTable, HoldsNumbersCategoriesAndTheLabelOfTheLastColumn) {
  const Examples examples = load("a,b,y\n1,red,0\n-2.5,blue,1\n1e3,red,0\n");
  EXPECT_THAT(names_of(examples), ElementsAre("a", "b"));
  EXPECT_EQ(table_of(examples).rows, 3);
  EXPECT_THAT(texts_of(examples, 0), ElementsAre("1", "-2.5", "1000"));
  EXPECT_THAT(texts_of(examples, 1), ElementsAre("red", "blue", "red"));
  EXPECT_THAT(table_of(examples).columns[1].categories, ElementsAre("red", "blue"));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 0));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3));
  EXPECT_EQ(examples.kind, "csv");
}

TEST_F(CsvTable, EveryWordForMissingIsMissingInNumbersAndCategories) {
  std::string text = "a,b,y\n1,x,1\n";
  const std::vector<std::string> words = {"", "NA", "N/A", "nan", "NaN", "NAN", "null", "NULL", "None", "?", "  "};
  for (const std::string& word : words) text.append(word).append(",").append(word).append(",0\n");
  const Examples examples = load(text);
  EXPECT_EQ(table_of(examples).columns[0].kind, Column::Kind::number);
  EXPECT_EQ(table_of(examples).columns[1].kind, Column::Kind::category);
  EXPECT_THAT(table_of(examples).columns[1].categories, ElementsAre("x"));
  for (std::size_t row = 1; row <= words.size(); ++row) {
    EXPECT_EQ(texts_of(examples, 0)[row], "-") << words[row - 1];
    EXPECT_EQ(texts_of(examples, 1)[row], "-") << words[row - 1];
  }
}

TEST_F(CsvTable, AWordThatOnlyLooksLikeMissingIsACategory) {
  EXPECT_THAT(texts_of(load("a,y\nNone of these,1\nnone,0\nnull,0\n"), 0), ElementsAre("None of these", "none", "-"));
}

TEST_F(CsvTable, ATextAfterManyNumbersIsReadAgainWhereTheColumnIsSaidToHoldCategories) {
  std::string text = "a,b,y\n";
  for (int row = 0; row < 5000; ++row) text += "01.50," + std::to_string(row) + (row % 2 == 0 ? ",0\n" : ",1\n");
  options_.categories = "a";
  const Examples examples = load(text + "text,7,0\n");
  EXPECT_EQ(table_of(examples).columns[0].kind, Column::Kind::category);
  EXPECT_EQ(table_of(examples).columns[1].kind, Column::Kind::number);
  EXPECT_THAT(table_of(examples).columns[0].categories, ElementsAre("01.50", "text"));
  EXPECT_EQ(table_of(examples).rows, 5001);
  EXPECT_EQ(examples.facts.labels.size(), 5001);
  EXPECT_EQ(texts_of(examples, 1)[4999], "4999");
  EXPECT_EQ(texts_of(examples, 1)[5000], "7");
}

TEST_F(CsvTable, ColumnsThatTurnOutToBeTextInDifferentRowsAreAllFound) {
  const Examples examples = load("a,b,c,y\n1,1,1,0\nx,1,1,1\n1,x,1,0\n1,1,1,0\n");
  EXPECT_EQ(table_of(examples).columns[0].kind, Column::Kind::category);
  EXPECT_EQ(table_of(examples).columns[1].kind, Column::Kind::category);
  EXPECT_EQ(table_of(examples).columns[2].kind, Column::Kind::number);
}

TEST_F(CsvTable, QuotesTabsAndGzipMakeNoDifference) {
  const std::string plain = "a,b,y\n1,\"x, \"\"y\"\"\",0\n2,z,1\n";
  const Examples expected = load(plain);
  EXPECT_EQ(texts_of(expected, 1)[0], "x, \"y\"");
  EXPECT_EQ(texts_of(load("a\tb\ty\n1\t\"x, \"\"y\"\"\"\t0\n2\tz\t1\n"), 1), texts_of(expected, 1));
  options_.path = folder_.gzipped("t.csv.gz", plain);
  const Examples gzipped = load_csv(options_);
  EXPECT_EQ(texts_of(gzipped, 0), texts_of(expected, 0));
  EXPECT_EQ(texts_of(gzipped, 1), texts_of(expected, 1));
}

TEST_F(CsvTable, WithoutAHeaderColumnsHaveNumbers) {
  options_.header = CsvOptions::Header::none;
  options_.label = "1";
  const Examples examples = load("0,5,6\n1,7,8\n");
  EXPECT_THAT(names_of(examples), ElementsAre("2", "3"));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1));
  EXPECT_THAT(examples.notes, IsEmpty());
}

TEST(DataOptions, AHeaderIsThereOrNot) {
  const auto header = [](const char* text) { return read_settings({{"header", text}}, kDataFields, "data").header; };
  EXPECT_EQ(header("yes"), CsvOptions::Header::first_line);
  EXPECT_EQ(header("no"), CsvOptions::Header::none);
  EXPECT_EQ(refusal_of([&] { header("perhaps"); }, Fault::usage),
            "data.header: no \"perhaps\"; expected one of yes, no");
}

TEST_F(CsvTable, AHeaderOfNumbersIsTakenButNoted) {
  EXPECT_THAT(load("3,5,1\n1,7,0\n2,7,1\n").notes, ElementsAre(HasSubstr("the first line is all numbers")));
  EXPECT_THAT(load("a,5,1\n1,7,0\n2,7,1\n").notes, IsEmpty());
}

TEST_F(CsvTable, InfinitiesAreRefusedWithTheirPlace) {
  EXPECT_THAT(refusal("a,b,y\n1,2,0\n1,inf,1\n"), HasSubstr("t.csv: line 3, column 2 (b): expected a number below"));
  EXPECT_THAT(refusal("a,b,y\n-1e39,2,0\n1,2,1\n"), HasSubstr("line 2, column 1 (a)"));
}

TEST_F(CsvTable, AFileWithoutRowsIsRefused) {
  EXPECT_THAT(refusal("a,b,y\n"), HasSubstr("expected rows below the header, got none"));
}

TEST_F(CsvTable, FeaturesAndDropChooseColumns) {
  options_.features = "c,a";
  EXPECT_THAT(names_of(load("a,b,c,y\n1,2,3,0\n4,5,6,1\n")), ElementsAre("a", "c"));
  options_.features.clear();
  options_.drop = "a,c";
  EXPECT_THAT(names_of(load("a,b,c,y\n1,2,3,0\n4,5,6,1\n")), ElementsAre("b"));
}

TEST_F(CsvTable, ADroppedColumnMayHoldAnything) {
  options_.drop = "b";
  EXPECT_THAT(names_of(load("a,b,y\n1,inf,0\n4,text,1\n")), ElementsAre("a"));
}

TEST_F(CsvTable, StandardInputIsRefusedBecauseItCannotBeReadAgain) {
  options_.path = "-";
  EXPECT_THAT(refusal_of([&] { load_csv(options_); }, Fault::usage), HasSubstr("got standard input"));
}

TEST_F(CsvTable, AppendedRowsAreWholeOrNotThere) {
  Table table;
  table.columns = {{"a", Column::Kind::number, {}}, {"b", Column::Kind::number, {}}};
  table.values = DenseValues{std::vector<std::vector<float>>(2)};
  CsvReader csv(folder_.file("t.csv", "a,b\n1,2\n3,text\n5,6\n"), {});
  CsvTableRows rows(table, {0, 1});
  csv.next();
  EXPECT_TRUE(rows.append(csv));
  csv.next();
  EXPECT_FALSE(rows.append(csv));
  EXPECT_EQ(rows.bad_column(), 1);
  rows.append_missing();
  csv.next();
  EXPECT_TRUE(rows.append(csv));
  const auto& values = std::get<DenseValues>(table.values).columns;
  const float missing = std::nanf("");
  EXPECT_EQ(table.rows, 3);
  EXPECT_THAT(values[0], ElementsAre(1, NanSensitiveFloatEq(missing), 5));
  EXPECT_THAT(values[1], ElementsAre(2, NanSensitiveFloatEq(missing), 6));
}

}  // namespace
}  // namespace pauc
