#include "pauc/core/io/csv.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(CsvReader& csv) {
  Rows rows;
  while (csv.next()) {
    rows.emplace_back();
    for (std::size_t c = 0; c < csv.columns().size(); ++c) rows.back().emplace_back(csv.field(c));
  }
  return rows;
}

class Csv : public testing::Test {
 protected:
  Rows read(std::string_view content, const CsvOptions& options = {}) {
    CsvReader csv(folder_.file("t.csv", content), options);
    columns_ = csv.columns();
    return rows_of(csv);
  }
  std::string refusal(std::string_view content) {
    return test::refusal_of([&] { read(content); });
  }
  test::TemporaryFolder folder_;
  std::vector<std::string> columns_;
};

TEST_F(Csv, ReadsPlainRows) {
  EXPECT_THAT(read("a,b\n1,2\n3,4\n"), ElementsAre(ElementsAre("1", "2"), ElementsAre("3", "4")));
  EXPECT_THAT(columns_, ElementsAre("a", "b"));
}

TEST_F(Csv, NeedsNoLineEndAtTheEnd) { EXPECT_THAT(read("a,b\n1,2"), ElementsAre(ElementsAre("1", "2"))); }

TEST_F(Csv, ReadsCrlfAndAByteOrderMark) {
  EXPECT_THAT(read("\xEF\xBB\xBF"
                   "a,b\r\n1,\"2\"\r\n\"3\",\r\n"),
              ElementsAre(ElementsAre("1", "2"), ElementsAre("3", "")));
  EXPECT_EQ(columns_[0], "a");
}

TEST_F(Csv, ReadsQuotedFieldsWithDelimitersQuotesAndLineEnds) {
  EXPECT_THAT(read("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"\"\"\"\n\"\",\"\"\n"),
              ElementsAre(ElementsAre("x,y", "say \"hi\""), ElementsAre("two\nlines", "\""), ElementsAre("", "")));
}

TEST_F(Csv, TakesAQuoteInsideAnUnquotedFieldAsItIs) {
  EXPECT_THAT(read("a,b\n5\" pipe,'1'\n"), ElementsAre(ElementsAre("5\" pipe", "'1'")));
}

TEST_F(Csv, FindsTabsAndSemicolons) {
  EXPECT_THAT(read("a\tb,c\n1\t2,3\n"), ElementsAre(ElementsAre("1", "2,3")));
  EXPECT_THAT(read("a;b\n1;2\n"), ElementsAre(ElementsAre("1", "2")));
  EXPECT_THAT(read("\"a;;;\",b\n1,2\n"), ElementsAre(ElementsAre("1", "2")));
}

TEST_F(Csv, PassesOverBlankLinesButKeepsQuotedEmptyFields) {
  EXPECT_THAT(read("a\n\n1\n\r\n\"\"\n\n"), ElementsAre(ElementsAre("1"), ElementsAre("")));
}

TEST_F(Csv, FindsTheDelimiterBelowBlankLinesAndInALineOfItsOwn) {
  EXPECT_THAT(read("\n\r\n\na;b\n1;2\n"), ElementsAre(ElementsAre("1", "2")));
  EXPECT_THAT(read("sep=;\r\na;b\r\n1,5;2\r\n"), ElementsAre(ElementsAre("1,5", "2")));
  EXPECT_THAT(read("sep=|\na|b\n1|2\n"), ElementsAre(ElementsAre("1", "2")));
  EXPECT_THAT(columns_, ElementsAre("a", "b"));
  EXPECT_THAT(refusal("\nsep=;\na;b\n1;2\n3\n"), HasSubstr("line 5: expected 2 fields"));
  for (const char* name : {"sep=", "sep=x"}) {  // columns
    EXPECT_THAT(read(std::string(name) + "\n1\n"), ElementsAre(ElementsAre("1")));
    EXPECT_THAT(columns_, ElementsAre(name));
  }
}

TEST_F(Csv, NumbersColumnsWithoutAHeader) {
  EXPECT_THAT(read("1,2\n3,4\n", {CsvOptions::Header::none}),
              ElementsAre(ElementsAre("1", "2"), ElementsAre("3", "4")));
  EXPECT_THAT(columns_, ElementsAre("1", "2"));
}

TEST_F(Csv, FindsColumnsByNameThenByNumber) {
  CsvReader csv(folder_.file("t.csv", "a, 1 ,b\n"), {});
  EXPECT_EQ(csv.column("b"), 2U);
  EXPECT_EQ(csv.column("3"), 2U);
  EXPECT_EQ(csv.column("1"), 1U);  // the name wins
  EXPECT_THROW(csv.column("4"), UserError);
  EXPECT_THROW(csv.column("0"), UserError);
}

TEST_F(Csv, NamesTheColumnsNearestFirstWhenOneIsMissing) {
  CsvReader csv(folder_.file("t.csv", "label,score,scores_b\n"), {});
  try {
    csv.column("scor");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no column \"scor\"; the 3 columns are score, label, scores_b"));
  }
}

TEST_F(Csv, SaysThatThereIsOneColumnOnly) {
  CsvReader csv(folder_.file("t.csv", "a|y\n1|0\n"), {});
  EXPECT_THAT(test::refusal_of([&] { csv.column("y"); }),
              HasSubstr("no column \"y\"; line 1 has one name only, \"a|y\": expected names separated by commas, "
                        "semicolons or tabs"));
}

TEST_F(Csv, SaysThatColumnsHaveNoName) {
  CsvReader csv(folder_.file("t.csv", "Patients,,\na,b,y\n"), {});
  EXPECT_THAT(test::refusal_of([&] { csv.column("y"); }), HasSubstr("2 have no name: is the first line a title?"));
}

TEST_F(Csv, RefusesAColumnNameThatStandsTwice) {
  CsvReader csv(folder_.file("t.csv", "s,s\n"), {});
  EXPECT_THROW(csv.column("s"), UserError);
}

TEST_F(Csv, NamesTheLineOfAShortOrLongRow) {
  EXPECT_THAT(refusal("a,b\n1,2\n3\n"), HasSubstr("line 3: expected 2 fields as in the first line, got 1"));
  EXPECT_THAT(
      refusal("Patients, 2024\na,b,c\n1,2,3\n"),
      HasSubstr("line 2: expected 2 fields as in the first line, got 3; if the first line is a title, remove it"));
  EXPECT_THAT(refusal("a,b\n1,2\n3\n"), testing::Not(HasSubstr("title")));
  EXPECT_THAT(refusal("a,b\n\"1\n\",2\n3,4,5\n"), HasSubstr("line 4: expected 2 fields as in the first line, got 3"));
}

TEST_F(Csv, RefusesAnEmptyFile) {
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal("\n\n"), HasSubstr("empty"));
  EXPECT_THAT(refusal("\xEF\xBB\xBF"), HasSubstr("empty"));
}

TEST_F(Csv, RefusesAQuoteThatNeverCloses) {
  EXPECT_THAT(refusal("a,b\n1,\"2\n3,4\n"), HasSubstr("line 2: a quote opens here and is never closed"));
}

TEST_F(Csv, RefusesTextBehindAClosingQuote) {
  EXPECT_THAT(refusal("a,b\n1,\"2\"x\n"),
              HasSubstr("line 2: expected a delimiter behind the closing quote of field 2"));
}

TEST_F(Csv, RefusesLoneCarriageReturns) {
  EXPECT_THAT(refusal("a,b\r1,2\r"), HasSubstr("expected lines that end in LF or CR LF"));
}

TEST_F(Csv, RefusesBinaryContent) {
  EXPECT_THAT(refusal(std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)),
              HasSubstr("got a zero byte: is this a binary file?"));
}

TEST_F(Csv, SaysPlaceAndValueOfABadNumber) {
  CsvReader csv(folder_.file("t.csv", "a,b\n1,nan\n1,abc\n1,\n1,1e999\n1,0x10\n"), {});
  for (const char* value : {"nan", "abc", "", "1e999", "0x10"}) {
    ASSERT_TRUE(csv.next());
    try {
      csv.number(1);
      ADD_FAILURE() << value;
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(),
                  HasSubstr("column 2 (b): expected a finite number, got \"" + std::string(value) + "\""));
    }
  }
}

TEST_F(Csv, ReadsGzip) {
  CsvReader csv(folder_.gzipped("t.csv.gz", "a,b\n1,2\n"), {});
  EXPECT_THAT(rows_of(csv), ElementsAre(ElementsAre("1", "2")));
}

TEST_F(Csv, RefusesTruncatedAndDamagedGzip) {
  std::string content = "a,b\n";
  for (int i = 0; i < 20000; ++i) content += std::to_string(i * 7919 % 10007) + ",1\n";
  const std::string whole = test::content_of(folder_.gzipped("t.csv.gz", content));
  for (const std::size_t size : {whole.size() / 2, whole.size() - 1, whole.size() - 8, std::size_t{5}}) {
    const auto path = folder_.file("cut.csv.gz", whole.substr(0, size));
    EXPECT_THROW(
        {
          CsvReader csv(path, {});
          rows_of(csv);
        },
        UserError)
        << size;
  }
  std::string damaged = whole;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  const auto path = folder_.file("damaged.csv.gz", damaged);
  EXPECT_THROW(
      {
        CsvReader csv(path, {});
        rows_of(csv);
      },
      UserError);
}

TEST_F(Csv, TellsAMissingFileFromBadData) {
  try {
    CsvReader csv(folder_.path("none.csv"), {});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), Fault::no_input);
  }
  EXPECT_THROW(CsvReader(folder_.folder(), {}), UserError);
}

// Records of every length around the buffer's size, quoted and not: the cut between two reads may fall anywhere.
TEST_F(Csv, DoesNotMindWhereTheBufferEnds) {
  for (const std::size_t size : {262100U, 262127U, 262143U, 262144U, 262145U, 600000U}) {
    const std::string filler(size, 'x');
    const std::string content = "a,b\n" + filler + ",\"q\"\"" + filler + "\"\n1,2\r\n";
    EXPECT_THAT(read(content), ElementsAre(ElementsAre(filler, "q\"" + filler), ElementsAre("1", "2"))) << size;
  }
}

TEST_F(Csv, ReadsBackRandomTablesExactly) {
  Random random(3);
  const std::string letters = "ab\",\n\r ;\t'1";
  for (int round = 0; round < 300; ++round) {
    const std::size_t width = 1 + random.below(4);
    Rows rows;
    std::string content;
    for (std::uint32_t r = 0; r < 1 + random.below(30); ++r) {
      rows.emplace_back();
      for (std::size_t c = 0; c < width; ++c) {
        std::string text;
        for (std::uint32_t k = 0; k < random.below(6); ++k)
          text += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
        std::string quoted = "\"";
        for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
        content += (c == 0 ? "" : ",") + quoted + "\"";
        rows.back().push_back(text);
      }
      content += random.below(2) == 0 ? "\n" : "\r\n";
    }
    ASSERT_EQ(read(content, {CsvOptions::Header::none, ','}), rows) << content;
  }
}

TEST_F(Csv, ReadsNumbersBackToTheSameBits) {
  Random random(4);
  std::string content = "x\n";
  std::vector<double> numbers;
  while (numbers.size() < 20000) {
    const std::uint64_t bits = random.next();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    numbers.push_back(number);
    char text[40];
    std::snprintf(text, sizeof text, "%.17g\n", number);
    content += text;
  }
  CsvReader csv(folder_.file("t.csv", content), {});
  for (const double number : numbers) {
    ASSERT_TRUE(csv.next());
    ASSERT_EQ(csv.number(0), number);
  }
}

}  // namespace
}  // namespace pauc
