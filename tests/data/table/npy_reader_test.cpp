#include "pauc/data/table/npy_reader.h"

#include <cmath>
#include <cstring>
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

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string dict(const std::string& type, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

// A whole file as np.save writes it.
std::string npy(const std::string& header, const std::string& data, char version = 1) {
  const std::string padded = header + "   \n";
  std::string file = std::string("\x93NUMPY") + version + '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) file += static_cast<char>(padded.size() >> (8 * k) & 0xff);
  return file + padded + data;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

using Rows = std::vector<std::vector<float>>;

Rows rows_of(NpyReader& reader) {
  Rows rows;
  while (reader.next()) rows.emplace_back(reader.row().begin(), reader.row().end());
  return rows;
}

class Npy : public testing::Test {
 protected:
  Rows read(std::string_view content) {
    NpyReader reader(folder_.file("t.npy", content));
    return rows_of(reader);
  }
  std::string refusal(std::string_view content) {
    return test::refusal_of([&] { read(content); });
  }
  // Of a file with six floats whose header is this.
  std::string header_refusal(const std::string& header) {
    return refusal(npy(header, bytes_of<float>({1, 2, 3, 4, 5, 6})));
  }
  template <class T>
  void expect_values(const std::string& type, const std::vector<T>& values) {
    NpyReader reader(
        folder_.file("t.npy", npy(dict(type, "(" + std::to_string(values.size()) + ",)"), bytes_of(values))));
    for (const T value : values) {
      ASSERT_TRUE(reader.next());
      EXPECT_EQ(reader.value(0), static_cast<double>(value)) << type;
      EXPECT_EQ(reader.row()[0], static_cast<float>(value)) << type;
    }
    EXPECT_FALSE(reader.next());
  }
  test::TemporaryFolder folder_;
};

TEST_F(Npy, ReadsRowsInEveryVersion) {
  for (const char version : {'\1', '\2', '\3'}) {
    const auto path = folder_.file("t.npy", npy(dict("<f4", "(2, 3)"), bytes_of<float>({1, 2, 3, 4, 5, 6}), version));
    NpyReader reader(path);
    EXPECT_EQ(reader.rows(), 2);
    EXPECT_EQ(reader.columns(), 3);
    EXPECT_THAT(rows_of(reader), ElementsAre(ElementsAre(1, 2, 3), ElementsAre(4, 5, 6)));
    EXPECT_FALSE(reader.next());
  }
}

TEST_F(Npy, TakesOneDimensionAsOneColumn) {
  EXPECT_THAT(read(npy(dict("<f8", "(2,)"), bytes_of<double>({0.5, -1}))),
              ElementsAre(ElementsAre(0.5), ElementsAre(-1)));
}

TEST_F(Npy, ReadsEveryType) {
  expect_values<float>("<f4", {0.1F, -3e38F});
  expect_values<double>("<f8", {0.1, -3e38, 1e-300});
  expect_values<std::int8_t>("|i1", {-128, 127});
  expect_values<std::int16_t>("<i2", {-32768, 32767});
  expect_values<std::int32_t>("<i4", {INT32_MIN, INT32_MAX});
  expect_values<std::int64_t>("<i8", {INT64_MIN, (1LL << 53), -3});
  expect_values<std::uint8_t>("|u1", {0, 255});
  expect_values<std::uint16_t>("<u2", {0, 65535});
  expect_values<std::uint32_t>("<u4", {0, UINT32_MAX});
  expect_values<std::uint64_t>("<u8", {0, 1ULL << 63});
  expect_values<std::uint8_t>("|b1", {0, 1});
}

TEST_F(Npy, TakesEveryMarkOfTheMachinesByteOrder) {
  for (const char* type : {"<f4", "=f4", "|f4", "f4"}) expect_values<float>(type, {1.5F});
  expect_values<std::uint8_t>(">u1", {7});  // one byte has no order
}

TEST_F(Npy, TakesAnyByteOfATruthThatIsNotZeroAsOne) {
  EXPECT_THAT(read(npy(dict("|b1", "(3,)"), std::string("\0\1\2", 3))),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(1)));
}

TEST_F(Npy, KeepsNanAsAMissingValue) {
  const auto rows = read(npy(dict("<f8", "(1, 2)"), bytes_of<double>({kNan, 1})));
  EXPECT_TRUE(std::isnan(rows.at(0).at(0)));
  EXPECT_EQ(rows[0][1], 1);
}

TEST_F(Npy, GivesElementsThatAFloatWouldRound) {
  NpyReader reader(folder_.file("t.npy", npy(dict("<i8", "(1, 2)"), bytes_of<std::int64_t>({16777217, 1LL << 53}))));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.row()[0], 16777216.0F);
  EXPECT_EQ(reader.value(0), 16777217.0);
  EXPECT_EQ(reader.value(1), 9007199254740992.0);
}

TEST_F(Npy, RefusesToRoundAnIntegerThatIsAskedForExactly) {
  const auto refusal_of = [&](const std::string& type, const std::string& bytes) -> std::string {
    NpyReader reader(folder_.file("t.npy", npy(dict(type, "(1,)"), bytes)));
    EXPECT_TRUE(reader.next());
    try {
      reader.value(0);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(
      refusal_of("<i8", bytes_of<std::int64_t>({(1LL << 53) + 1})),
      EndsWith("t.npy: row 1, column 1: expected a whole number that a double holds exactly, got 9007199254740993"));
  EXPECT_THAT(refusal_of("<i8", bytes_of<std::int64_t>({INT64_MAX})), EndsWith("got 9223372036854775807"));
  EXPECT_THAT(refusal_of("<u8", bytes_of<std::uint64_t>({UINT64_MAX})), EndsWith("got 18446744073709551615"));
}

TEST_F(Npy, ReadsGzipAndBlocksOfEverySize) {
  Random random(1);
  for (const std::int64_t columns : {1, 3, 60000, 70000, 200000}) {
    const std::int64_t rows = 300000 / columns + 2;
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (float& value : values) value = static_cast<float>(random.normal());
    const auto content = npy(dict("<f4", joined("(", rows, ", ", columns, ")")), bytes_of(values));
    NpyReader reader(folder_.gzipped("t.npy.gz", content));
    std::vector<float> read;
    while (reader.next()) read.insert(read.end(), reader.row().begin(), reader.row().end());
    EXPECT_TRUE(read == values) << columns;
  }
}

TEST_F(Npy, TakesFortranOrderWhereItMakesNoDifference) {
  EXPECT_EQ(header_refusal(dict("<f4", "(6,)", "True")), "");
  EXPECT_EQ(header_refusal(dict("<f4", "(6, 1)", "True")), "");
  EXPECT_EQ(header_refusal(dict("<f4", "(1, 6)", "True")), "");
}

TEST_F(Npy, RefusesColumnsInFortranOrderAndSaysWhatToDo) {
  EXPECT_THAT(header_refusal(dict("<f4", "(2, 3)", "True")),
              EndsWith("t.npy: expected rows one after the other, got columns (fortran_order); save "
                       "np.ascontiguousarray(array)"));
}

TEST_F(Npy, RefusesInfiniteNumbersAndNumbersBeyondFloats) {
  EXPECT_THAT(
      refusal(npy(dict("<f4", "(2, 2)"), bytes_of<float>({1, 2, 3, -INFINITY}))),
      EndsWith("t.npy: row 2, column 2: expected a number of at most 3.4028234663852886e+38 in size or nan, got -inf"));
  EXPECT_THAT(refusal(npy(dict("<f8", "(1, 2)"), bytes_of<double>({kInfinity, 0}))),
              HasSubstr("row 1, column 1: expected"));
  EXPECT_THAT(refusal(npy(dict("<f8", "(1, 2)"), bytes_of<double>({0, 1e39}))), EndsWith("or nan, got 1e+39"));
}

TEST_F(Npy, RefusesAnotherBeginning) {
  for (const char* content : {"", "\x93NUM", "label,score\n1,2\n", "\x93NUMPZ\1"}) {
    EXPECT_THAT(refusal(content), HasSubstr("t.npy: expected a .npy file, which begins with \\x93NUMPY"));
  }
}

TEST_F(Npy, RefusesAnArchiveOfArrays) {
  EXPECT_THAT(refusal("PK\x03\x04 and so on"), HasSubstr("is it a .npz? Save the array by itself with np.save"));
}

TEST_F(Npy, RefusesOtherVersions) {
  EXPECT_THAT(refusal(npy(dict("<f4", "(1,)"), "abcd", 4)),
              HasSubstr("expected version 1.0, 2.0 or 3.0 of the format, got 4.0"));
  EXPECT_THAT(refusal(std::string_view("\x93NUMPY\0\0\0\0", 10)), HasSubstr("got 0.0"));
  EXPECT_THAT(refusal("\x93NUMPY\1\1\1\1"), HasSubstr("got 1.1"));
}

TEST_F(Npy, RefusesAHeaderThatIsCut) {
  const std::string whole = npy(dict("<f4", "(1,)"), "");
  EXPECT_THAT(refusal(whole.substr(0, 7)), EndsWith("t.npy: the file ends inside its header"));
  EXPECT_THAT(refusal(whole.substr(0, 9)), EndsWith("t.npy: the file ends inside its header"));
  EXPECT_THAT(refusal(whole.substr(0, 20)),
              EndsWith(joined("expected a header of ", whole.size() - 10, " bytes, got 10")));
}

TEST_F(Npy, RefusesAHugeHeader) {
  EXPECT_THAT(refusal(std::string_view("\x93NUMPY\2\0\1\0\x10\0", 12)),
              EndsWith("expected a header of at most 1048576 bytes, got 1048577"));
  EXPECT_THAT(refusal("\x93NUMPY\2" + std::string("\0\xff\xff\xff\xff", 5)), EndsWith("got 4294967295"));
}

TEST_F(Npy, TakesTheDictInAnyOrderAndSpacing) {
  for (const char* header : {"{\"shape\":(6,),'descr':'<f4','fortran_order':False}",
                             " {'fortran_order' : False , 'shape': ( 2 , 3 ), "
                             "'descr': '<f4'}\n\n"}) {
    EXPECT_EQ(header_refusal(header), "") << header;
  }
}

TEST_F(Npy, RefusesADictWithKeysMissingUnknownOrTwice) {
  EXPECT_THAT(header_refusal("{'fortran_order': False, 'shape': (6,)}"),
              EndsWith("t.npy: header: expected the keys descr, fortran_order and shape, got no descr"));
  EXPECT_THAT(header_refusal("{'descr': '<f4', 'shape': (6,)}"), EndsWith("got no fortran_order"));
  EXPECT_THAT(header_refusal("{'descr': '<f4', 'fortran_order': False}"), EndsWith("got no shape"));
  EXPECT_THAT(header_refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (6,), 'align': 1}"),
              EndsWith("expected the keys descr, fortran_order and shape, got \"align\""));
  EXPECT_THAT(header_refusal("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (6,)}"),
              EndsWith("expected every key once, got \"descr\" twice"));
  EXPECT_THAT(header_refusal("{'shape': (6,), 'shape': (6,)}"), EndsWith("got \"shape\" twice"));
  EXPECT_THAT(header_refusal("{'fortran_order': False, 'fortran_order': False}"),
              EndsWith("got \"fortran_order\" twice"));
}

TEST_F(Npy, RefusesWhatIsNoDict) {
  EXPECT_THAT(header_refusal(""), HasSubstr("header: expected \"{\""));
  EXPECT_THAT(header_refusal("['descr']"), HasSubstr("expected \"{\", got \"['descr']"));
  EXPECT_THAT(header_refusal("{descr: '<f4'}"), HasSubstr("expected a text in quotes, got \"descr"));
  EXPECT_THAT(header_refusal("{'descr"), HasSubstr("expected a text in quotes"));
  EXPECT_THAT(header_refusal("{'de\\x73cr': '<f4'}"), HasSubstr("expected a text without \\"));
  EXPECT_THAT(header_refusal("{'descr' '<f4'}"), HasSubstr("expected \":\""));
  EXPECT_THAT(header_refusal("{'descr': '<f4' 'shape': (6,)}"), HasSubstr("expected \"}\""));
  EXPECT_THAT(header_refusal(dict("<f4", "(6,)") + "x"), HasSubstr("expected nothing behind the dict, got \"x"));
  EXPECT_THAT(header_refusal(dict("<f4", "(6,)", "0")), HasSubstr("fortran_order: expected True or False, got \"0"));
}

TEST_F(Npy, RefusesObjects) {
  EXPECT_THAT(header_refusal(dict("|O", "(6,)")), HasSubstr("expected numbers, but the array holds Python objects"));
}

TEST_F(Npy, RefusesStructuredTypes) {
  EXPECT_THAT(header_refusal("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,)}"),
              HasSubstr("expected one type for all numbers, got a structured one: \"[('a', '<f4')]"));
  EXPECT_THAT(header_refusal("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (3,)}"),
              HasSubstr("structured"));
}

TEST_F(Npy, RefusesBigEndianNumbers) {
  EXPECT_THAT(header_refusal(dict(">f4", "(6,)")),
              EndsWith("expected little-endian numbers, got big-endian \">f4\"; save array.astype(\"<f4\")"));
}

TEST_F(Npy, RefusesOtherTypes) {
  for (const char* type : {"<f2", "<U5", "|S3", "<c8", "<M8[ns]", "<f16", "<", "", "<<f4", "f4 "}) {
    EXPECT_THAT(header_refusal(dict(type, "(6,)")),
                EndsWith("descr: expected one of f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 and b1, got \"" +
                         std::string(type) + "\""));
  }
}

TEST_F(Npy, RefusesShapesThatAreNone) {
  EXPECT_THAT(header_refusal(dict("<f4", "(-6,)")),
              HasSubstr("shape: expected whole numbers from 0 on that fit a file, got \"-6"));
  EXPECT_THAT(header_refusal(dict("<f4", "(9223372036854775808,)")), HasSubstr("shape: expected whole numbers"));
  EXPECT_THAT(header_refusal(dict("<f4", "(x,)")), HasSubstr("shape: expected whole numbers"));
  EXPECT_THAT(header_refusal(dict("<f4", "(,)")), HasSubstr("shape: expected whole numbers"));
  EXPECT_THAT(header_refusal(dict("<f4", "(2 3)")), HasSubstr("shape: expected \",\", got \"3)"));
  EXPECT_THAT(header_refusal(dict("<f4", "(6)")), HasSubstr("shape: expected a tuple such as (3,)"));
  EXPECT_THAT(header_refusal(dict("<f4", "6")), HasSubstr("expected \"(\", got \"6"));
  std::string many = "(";
  for (int k = 0; k < 65; ++k) many += "1, ";
  EXPECT_THAT(header_refusal(dict("<f4", many + ")")), EndsWith("expected one or two dimensions, got more than 64"));
}

TEST_F(Npy, RefusesOtherNumbersOfDimensions) {
  EXPECT_THAT(header_refusal(dict("<f4", "()")), EndsWith("t.npy: expected one or two dimensions, got shape ()"));
  EXPECT_THAT(header_refusal(dict("<f4", "(1, 2, 3)")),
              EndsWith("expected one or two dimensions, got shape (1, 2, 3)"));
}

TEST_F(Npy, RefusesArraysWithoutRowsOrColumns) {
  EXPECT_THAT(header_refusal(dict("<f4", "(0,)")),
              EndsWith("expected at least one row and one column, got shape (0,)"));
  EXPECT_THAT(header_refusal(dict("<f4", "(0, 3)")), EndsWith("got shape (0, 3)"));
  EXPECT_THAT(header_refusal(dict("<f4", "(3, 0)")), EndsWith("got shape (3, 0)"));
}

TEST_F(Npy, RefusesSizesThatNoFileHas) {
  EXPECT_THAT(header_refusal(dict("<f8", "(1152921504606846976, 1)")),
              EndsWith("expected sizes that fit a file, got shape (1152921504606846976, 1)"));
  EXPECT_THAT(header_refusal(dict("<f4", "(1, 16777217)")),
              EndsWith("expected at most 16777216 columns, got shape (1, 16777217)"));
}

TEST_F(Npy, RefusesFewerOrMoreBytesThanItsHeaderSays) {
  EXPECT_THAT(header_refusal(dict("<f4", "(2, 4)")),
              EndsWith("t.npy: expected 32 bytes of data for shape (2, 4), got 24"));
  EXPECT_THAT(header_refusal(dict("<f4", "(5,)")),
              EndsWith("t.npy: expected 20 bytes of data for shape (5,), got more"));
  EXPECT_THAT(header_refusal(dict("<f4", "(1000000000, 16777216)")), EndsWith("got 24"));
}

TEST_F(Npy, GivesNoLastRowOfAFileThatIsTooLong) {
  NpyReader reader(folder_.file("t.npy", npy(dict("<f4", "(1,)"), "abcdefgh")));
  EXPECT_THROW(reader.next(), UserError);
}

}  // namespace
}  // namespace pauc
