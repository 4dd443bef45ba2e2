#include "pauc/data/table/libsvm_reader.h"

#include <zlib.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

struct Row {
  std::string label;
  std::vector<std::pair<int, float>> entries;
};
bool operator==(const Row& a, const Row& b) { return a.label == b.label && a.entries == b.entries; }

std::vector<Row> rows_of(LibsvmReader& reader) {
  std::vector<Row> rows;
  while (reader.next()) {
    rows.push_back({std::string(reader.label()), {}});
    for (const auto& entry : reader.entries()) rows.back().entries.emplace_back(entry.column, entry.value);
  }
  return rows;
}

class Libsvm : public testing::Test {
 protected:
  std::vector<Row> read(std::string_view content) {
    LibsvmReader reader(folder_.file("t.svm", content));
    return rows_of(reader);
  }
  std::string refusal(std::string_view content) {
    return test::refusal_of([&] { read(content); });
  }
  test::TemporaryFolder folder_;
};

TEST_F(Libsvm, GivesLabelsAsTheyStandAndColumnsFromZero) {
  const auto rows = read("+1 1:1 3:-0.5\n-1 16777216:1e-3\n");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].label, "+1");
  EXPECT_THAT(rows[0].entries, ElementsAre(Pair(0, 1.0F), Pair(2, -0.5F)));
  EXPECT_EQ(rows[1].label, "-1");
  EXPECT_THAT(rows[1].entries, ElementsAre(Pair(16777215, 1e-3F)));
}

TEST_F(Libsvm, TakesRowsWithoutEntriesAndAnyLabelText) {
  const auto rows = read("1\nspam \n1,3 2:1\n");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0].entries, IsEmpty());
  EXPECT_EQ(rows[1].label, "spam");
  EXPECT_EQ(rows[2].label, "1,3");
}

TEST_F(Libsvm, PassesOverQueriesCommentsAndBlankLines) {
  const auto rows = read("# made by hand\n\n1 qid:7 2:1 # 3:x\n \t\n0 2:5# no space\n0 #1:1\n");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0].entries, ElementsAre(Pair(1, 1.0F)));
  EXPECT_THAT(rows[1].entries, ElementsAre(Pair(1, 5.0F)));
  EXPECT_THAT(rows[2].entries, IsEmpty());
}

TEST_F(Libsvm, TakesTabsSpacesInFrontCrlfAByteOrderMarkAndNoLineEndAtTheEnd) {
  const auto rows = read("\xEF\xBB\xBF  1\t1:2 \t 2:3 \r\n\r\n0 1:4\r\n1 1:5");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].label, "1");
  EXPECT_THAT(rows[0].entries, ElementsAre(Pair(0, 2.0F), Pair(1, 3.0F)));
  EXPECT_THAT(rows[1].entries, ElementsAre(Pair(0, 4.0F)));
  EXPECT_THAT(rows[2].entries, ElementsAre(Pair(0, 5.0F)));
}

TEST_F(Libsvm, ReadsGzip) {
  LibsvmReader reader(folder_.gzipped("t.gz", "1 1:1\n"));
  EXPECT_EQ(rows_of(reader).size(), 1U);
}

TEST_F(Libsvm, KnowsItsPlace) {
  LibsvmReader reader(folder_.file("t.svm", "# one\n1 1:1\n\n0 1:1\n"));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 2);
  ASSERT_TRUE(reader.next());
  EXPECT_THAT(reader.place(), EndsWith("t.svm: line 4"));
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST_F(Libsvm, ReadsEveryWayToWriteANumber) {
  const auto rows = read("1 1:.5 2:5. 3:+2 4:-0 5:1E2 6:007 7:0.1234567890123456789 8:-1e-999 9:3.4028235e38\n");
  ASSERT_EQ(rows.size(), 1U);
  const auto& entries = rows[0].entries;
  ASSERT_EQ(entries.size(), 9U);
  const float expected[] = {0.5F, 5, 2, 0, 100, 7, 0.12345679F, 0, std::numeric_limits<float>::max()};
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(entries[k].second, expected[k]) << k;
  EXPECT_TRUE(std::signbit(entries[3].second));
}

// Decimals of every length, some of them half-way between two floats, where the nearest double decides.
TEST_F(Libsvm, ReadsTheFloatOfTheNearestDouble) {
  Random random(5);
  std::string content = "1";
  std::vector<float> values;
  for (int k = 1; k <= 60000; ++k) {
    double value = random.normal() * std::exp(4 * random.normal());
    if (k % 3 == 0) {
      const auto below = static_cast<float>(1 + 9 * random.uniform());
      value = (double{below} + double{std::nextafter(below, 100.0F)}) / 2;
    }
    char text[80];
    std::snprintf(text, sizeof text, k % 2 == 0 ? "%.*f" : "%.*g", 1 + k % 19, value);
    content += joined(' ', k, ':', text);
    values.push_back(static_cast<float>(std::strtod(text, nullptr)));
  }
  const auto rows = read(content);
  ASSERT_EQ(rows.size(), 1U);
  for (std::size_t k = 0; k < values.size(); ++k) ASSERT_EQ(rows[0].entries[k].second, values[k]) << k;
}

// Lines of every length around the buffer's size: the cut between two reads may fall anywhere.
TEST_F(Libsvm, DoesNotMindWhereTheBufferEnds) {
  for (const std::size_t size : {262130U, 262138U, 262140U, 262142U, 262143U, 262144U, 262145U, 600000U}) {
    const std::string filler(size, ' ');
    const std::string content = "0 1:1\n1" + filler + "12:3.5\r\n2 1:1 #" + filler + "\n3 4:5";
    const std::vector<Row> expected = {{"0", {{0, 1.0F}}}, {"1", {{11, 3.5F}}}, {"2", {{0, 1.0F}}}, {"3", {{3, 5.0F}}}};
    EXPECT_TRUE(read(content) == expected) << size;
  }
}

TEST_F(Libsvm, RefusesAnIndexOfZero) {
  EXPECT_THAT(refusal("1 1:1\n1 0:1\n"), EndsWith("t.svm: line 2: indices are from 1 on, got \"0:1\""));
}

TEST_F(Libsvm, RefusesIndicesThatDescend) {
  EXPECT_THAT(refusal("1 5:1 3:1\n"), EndsWith("line 1: expected ascending indices, got 3 behind 5"));
}

TEST_F(Libsvm, RefusesAnIndexThatStandsTwice) {
  EXPECT_THAT(refusal("1 5:1 5:1\n"), EndsWith("line 1: expected every index once, got 5 twice"));
}

TEST_F(Libsvm, RefusesAnIndexThatIsNoWholeNumber) {
  for (const char* token : {"x:1", "-1:1", "1.5:1", "+1:1", ":1", "1e3:1", "0x1:1", "qid:1"}) {
    EXPECT_THAT(refusal("1 1:1\n\n1 1:1 " + std::string(token) + "\n"),
                EndsWith("line 3: expected a whole number as index, got \"" + std::string(token) + "\""));
  }
}

TEST_F(Libsvm, RefusesAHugeIndex) {
  for (const char* token : {"16777217:1", "4294967297:1", "18446744073709551617:1"}) {
    EXPECT_THAT(refusal("1 " + std::string(token) + "\n"),
                EndsWith("line 1: expected an index of at most 16777216, got \"" + std::string(token) + "\""));
  }
}

TEST_F(Libsvm, RefusesAValueThatIsNoFiniteNumber) {
  for (const char* token : {"7:nan", "7:inf", "7:-INF", "7:", "7:x", "7:1x", "7:0x10", "7:1,5", "7:1e999", "7:1:2",
                            "7:--1", "7:+-1", "7:.", "7:-"}) {
    EXPECT_THAT(refusal("1 1:1 " + std::string(token) + "\n"),
                EndsWith("line 1: expected a finite number as value, got \"" + std::string(token) + "\""));
  }
}

TEST_F(Libsvm, RefusesAValueBeyondFloats) {
  for (const char* token : {"7:3.5e38", "7:-1e300"}) {
    EXPECT_THAT(refusal("1 " + std::string(token) + "\n"), HasSubstr("line 1: expected a value of at most 3.4028234"));
    EXPECT_THAT(refusal("1 " + std::string(token) + "\n"), EndsWith("in size, got \"" + std::string(token) + "\""));
  }
}

TEST_F(Libsvm, RefusesATokenWithoutAColon) {
  EXPECT_THAT(refusal("1 1:1 abc 2:1\n"), EndsWith("line 1: expected index:value, got \"abc\""));
  EXPECT_THAT(refusal("1 1:1 2\n"), EndsWith("line 1: expected index:value, got \"2\""));
}

TEST_F(Libsvm, RefusesARowWithoutALabel) {
  EXPECT_THAT(refusal("1 1:1\n 1:1 2:1\n"), EndsWith("line 2: expected a label first, got \"1:1\""));
  EXPECT_THAT(refusal("qid:1 1:1\n"), EndsWith("line 1: expected a label first, got \"qid:1\""));
}

TEST_F(Libsvm, RefusesAQueryThatIsNoWholeNumber) {
  EXPECT_THAT(refusal("1 qid:x 1:1\n"), EndsWith("line 1: expected a whole number behind qid:, got \"qid:x\""));
  EXPECT_THAT(refusal("1 qid: 1:1\n"), EndsWith("line 1: expected a whole number behind qid:, got \"qid:\""));
}

TEST_F(Libsvm, RefusesLoneCarriageReturns) {
  EXPECT_THAT(refusal("1 1:1\r0 1:1\r"), HasSubstr("line 1: expected a finite number as value"));
}

TEST_F(Libsvm, RefusesAFileWithoutRows) {
  for (const char* content : {"", "\n\n", "# nothing\n", "\xEF\xBB\xBF"}) {
    EXPECT_THAT(refusal(content), EndsWith("t.svm: expected rows of a label and index:value, got none"));
  }
}

TEST_F(Libsvm, RefusesBinaryContent) {
  EXPECT_THAT(refusal(std::string_view("1 1:1\n\0\1", 8)), HasSubstr("got a zero byte at position 6"));
}

TEST_F(Libsvm, CutsLongTokensInErrors) {
  EXPECT_THAT(refusal("1 " + std::string(1000, 'x')), EndsWith("got \"" + std::string(60, 'x') + "...\""));
}

TEST_F(Libsvm, RefusesALineThatNeverEnds) {
  const auto path = folder_.path("long.gz");
  gzFile file = gzopen(path.c_str(), "wb1");
  const std::string piece(std::size_t{1} << 20, ' ');
  for (int k = 0; k < 257; ++k) gzwrite(file, piece.data(), static_cast<unsigned>(piece.size()));
  gzclose(file);
  LibsvmReader reader(path);
  try {
    reader.next();
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), EndsWith("long.gz: line 1: a record of over 256 MB: expected lines of text"));
  }
}

TEST_F(Libsvm, TellsAMissingFileFromBadData) {
  try {
    LibsvmReader reader(folder_.path("none"));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.fault(), Fault::no_input);
  }
}

TEST(LooksLikeLibsvm, AgreesToARowOfEntries) {
  for (const char* bytes :
       {"1 1:2\n", "+1 3:1 11:1\r\n-1 2:1\n", "-1\t5:0.5", "# a\n\n1 qid:3 1:1e-3 # b\n", "0.5 1:1 2:nan\n",
        "\xEF\xBB\xBF"
        "1 1:1\n"}) {
    EXPECT_TRUE(looks_like_libsvm(bytes)) << bytes;
  }
}

TEST(LooksLikeLibsvm, ForgivesALastTokenThatIsCut) {
  EXPECT_TRUE(looks_like_libsvm("1 1:2 2"));
  EXPECT_TRUE(looks_like_libsvm("1 1:2 2:"));
  EXPECT_FALSE(looks_like_libsvm("1 1:2 2:\n"));
  EXPECT_FALSE(looks_like_libsvm("1 1:2 x 2"));
}

TEST(LooksLikeLibsvm, DeniesOtherFiles) {
  for (const char* bytes : {"", "\n", "1\n", "label,score\n1,2\n", "1,2 3:4\n", "time 12:30\n", "1 2 3\n", "1:1 2:1\n",
                            "1;12:30\n", "1 a:1\n", "1 1:1 2\n", "1\t2\t3:4\n", "1 1:1,2:1\n", "\x93NUMPY"}) {
    EXPECT_FALSE(looks_like_libsvm(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace pauc
