#include "pauc/core/io/utf8_source.h"

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

class Utf8 : public testing::Test {
 protected:
  // The text of a file, read in pieces of this size.
  std::string read(const std::string& bytes, std::size_t piece = 4096) {
    Utf8Source source(folder_.file("t.csv", bytes));
    std::string text;
    std::string buffer(piece, '\0');
    while (const std::size_t got = source.read(buffer.data(), piece)) text.append(buffer, 0, got);
    converted_from_ = source.converted_from();
    return text;
  }

  test::TemporaryFolder folder_;
  std::string converted_from_;
};

std::string utf16(std::string_view ascii, bool little, bool mark) {
  std::string bytes = !mark ? "" : little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : ascii) bytes += little ? std::string{c, '\0'} : std::string{'\0', c};
  return bytes;
}

TEST_F(Utf8, AsciiAndUtf8StayAsTheyAre) {
  const std::string text = "a;b\n1;Männer\n2;€ 日本 \U0001F600\n";
  for (const std::size_t piece : {32U, 33U, 34U, 35U, 4096U}) {
    EXPECT_EQ(read(text, piece), text) << piece;
    EXPECT_EQ(converted_from_, "");
  }
}

TEST_F(Utf8, LatinAndWindowsLettersAreConvertedWhereverTheyStand) {
  for (const std::size_t before : {0U, 7U, 30U, 31U, 32U, 33U, 5000U}) {
    const std::string ascii(before, 'x');
    for (const std::size_t piece : {32U, 4096U}) {
      EXPECT_EQ(read(ascii + "M\xE4nner \x80 \xDF\xFC", piece), ascii + "Männer € ßü") << before;
      EXPECT_EQ(converted_from_, "Windows-1252 (Latin-1)");
    }
  }
}

TEST_F(Utf8, ALatinLetterAtTheVeryEndIsConverted) { EXPECT_EQ(read("caf\xE9"), "café"); }

TEST_F(Utf8, Utf16IsConvertedWithAndWithoutItsMark) {
  for (const bool little : {true, false}) {
    for (const bool mark : {true, false}) {
      EXPECT_EQ(read(utf16("a,y\n1,0\n", little, mark), 32), "a,y\n1,0\n");
      EXPECT_EQ(converted_from_, "UTF-16");
    }
  }
  EXPECT_EQ(read(std::string("\xFF\xFE\xE4\x00\x3D\xD8\x00\xDE", 8)), "ä\U0001F600");
  EXPECT_EQ(read(std::string("\xFF\xFE\x61\x00\x3D\xD8", 6)), "a\uFFFD");  // half a pair
}

TEST_F(Utf8, OtherBytesBehindUtf8AreRefusedWithTheirPlace) {
  EXPECT_THAT(refusal_of([&] {
                read(
                    "a\nMänner\nS\xFC"
                    "d\n");
              }),
              HasSubstr("t.csv: expected UTF-8 as before, got the byte \\xfc behind \"S\"; save the file as UTF-8"));
}

TEST_F(Utf8, FilesOfOtherProgramsAreRefusedByName) {
  const auto refusal = [&](const std::string& name, const std::string& bytes) {
    const std::string path = folder_.file(name, bytes);
    return refusal_of([&] {
      char text[64];
      Utf8Source(path).read(text, sizeof text);
    });
  };
  EXPECT_THAT(refusal("book.xlsx", "PK\x03\x04..."), HasSubstr("book.xlsx: expected CSV or another kind that pauc "
                                                               "reads, got an Excel workbook; save it as CSV"));
  EXPECT_THAT(refusal("old.xls", "\xD0\xCF\x11\xE0..."), HasSubstr("got an old Excel workbook (.xls); save it as CSV"));
  EXPECT_THAT(refusal("t.parquet", "PAR1\x15\x04..."), HasSubstr("got a Parquet file; save it as CSV, in Python: "
                                                                 "pandas.read_parquet(FILE).to_csv"));
  EXPECT_THAT(refusal("t.json", "[{\"a\": 1}]"), HasSubstr("got JSON"));
  EXPECT_EQ(refusal("t.csv", "[a],y\n1,0\n"), "");
}

TEST_F(Utf8, ATextThatBeginsLikeAFileOfAnotherProgramIsRead) {
  EXPECT_EQ(read("PAR1,y\n1,0\n"), "PAR1,y\n1,0\n");
  EXPECT_EQ(read("ARROW1\ty\r\n1\t0\r\n"), "ARROW1\ty\r\n1\t0\r\n");
  EXPECT_EQ(read("$FL2,y\n1,0\n"), "$FL2,y\n1,0\n");
}

TEST_F(Utf8, Utf32IsRefusedByName) {
  const auto said = HasSubstr("t.csv: expected CSV or another kind that pauc reads, got UTF-32 text; save it as UTF-8");
  EXPECT_THAT(refusal_of([&] { read(std::string("\xFF\xFE\0\0a\0\0\0,\0\0\0", 12)); }), said);
  EXPECT_THAT(refusal_of([&] { read(std::string("\0\0\xFE\xFF\0\0\0a\0\0\0,", 12)); }), said);
}

}  // namespace
}  // namespace pauc
