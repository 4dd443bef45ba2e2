#include "pauc/data/blocks.h"

#include <cmath>
#include <functional>
#include <numeric>

#include "data/table/npy_files.h"
#include "pauc/data/examples.h"
#include "pauc/data/table/encoding.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Blocks : public testing::Test {
 protected:
  std::vector<Block> read(const std::vector<WantedColumn>& wanted) {
    std::vector<Block> blocks;
    notes_.clear();
    const NextBlock next = open_blocks(options_, wanted, notes_);
    for (Block block; next(block);) blocks.push_back(block);
    return blocks;
  }
  Block read_one(std::string_view content, const std::vector<WantedColumn>& wanted) {
    options_.path = folder_.file("new.csv", content);
    auto blocks = read(wanted);
    EXPECT_EQ(blocks.size(), 1);
    return blocks.empty() ? Block() : blocks[0];
  }

  test::TemporaryFolder folder_;
  BlockOptions options_;
  std::vector<std::string> notes_;
};

std::vector<float> encoded(const TableEncoding& encoding, const Table& table) {
  std::vector<std::int64_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0);
  const TableEncoder encoder(encoding, table);
  std::vector<float> values(table.rows * encoder.width());
  encoder.encode(rows, values.data());
  return values;
}

TableEncoding encoding_of(const Table& table) {
  std::vector<std::int64_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<std::string> notes;
  return fit_encoding(table, rows, {}, notes);
}

std::vector<WantedColumn> wanted_by(const TableEncoding& encoding) {
  std::vector<WantedColumn> wanted;
  for (const auto& column : encoding.columns) wanted.push_back({column.name, column.kind, column.width() > 0});
  return wanted;
}

// Whatever the block size: the encodings of the file loaded at once.
void expect_same_encodings(const Table& table, const std::function<std::vector<Block>(std::int64_t)>& read,
                           const TableEncoding& encoding) {
  const std::vector<float> expected = encoded(encoding, table);
  for (const std::int64_t size : {1, 3, 64, 99, 100, 101, 16384}) {
    std::vector<float> found;
    std::int64_t number = 0;
    for (const Block& block : read(size)) {
      EXPECT_LE(block.content.table.rows, size);
      const auto values = encoded(encoding, block.content.table);
      found.insert(found.end(), values.begin(), values.end());
      for (const std::int64_t n : block.numbers) EXPECT_EQ(n, ++number);
    }
    EXPECT_EQ(found, expected) << "blocks of " << size;
  }
}

std::string mixed_csv() {
  std::string text = "constant,a,b,y\n";
  for (int row = 0; row < 100; ++row) {
    const std::string color = row % 7 == 0 ? "" : row % 3 == 0 ? "red" : row % 3 == 1 ? "blue" : "7";
    const std::string number = row % 11 == 0 ? "NA" : std::to_string(row * row % 37) + ".25";
    text.append("5,").append(number).append(",").append(color).append(row % 4 == 0 ? ",1\n" : ",0\n");
  }
  return text;
}

TEST_F(Blocks, CsvGivesTheEncodingsOfTheWholeFileWhateverTheBlockSize) {
  DataOptions data;
  data.path = options_.path = folder_.file("t.csv", mixed_csv());
  const Examples examples = load_examples(data);
  const auto& table = examples.content.table;
  const TableEncoding encoding = encoding_of(table);
  expect_same_encodings(
      table,
      [&](std::int64_t size) {
        options_.rows = size;
        return read(wanted_by(encoding));
      },
      encoding);
}

TEST_F(Blocks, LibsvmGivesTheEncodingsOfTheWholeFileAndPassesOverUnknownFeatures) {
  std::string text;
  for (int row = 0; row < 100; ++row) {
    text += (row % 4 == 0 ? "1 1:" : "-1 2:") + std::to_string(row % 9) + " 3:" + std::to_string(row % 5) + "\n";
  }
  DataOptions data;
  data.path = folder_.file("t.svm", text);
  const Examples examples = load_examples(data);
  const TableEncoding encoding = encoding_of(examples.content.table);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 8)) {
    text.insert(at, " 4:1e30");
  }
  options_.path = folder_.file("new.svm", text);
  const std::vector<Block> blocks = read(wanted_by(encoding));
  for (const std::int32_t column : std::get<SparseValues>(blocks[0].content.table.values).columns) ASSERT_LT(column, 3);
  expect_same_encodings(
      examples.content.table,
      [&](std::int64_t size) {
        options_.rows = size;
        return read(wanted_by(encoding));
      },
      encoding);
}

TEST_F(Blocks, NpyGivesTheEncodingsOfTheWholeFile) {
  std::vector<std::vector<double>> rows;
  for (int row = 0; row < 100; ++row) rows.push_back({row % 7 * 1.5, -row * 1.0, row % 2 * 1.0});
  DataOptions data;
  data.path = options_.path = folder_.file("t.npy", test::npy_of(rows));
  const Examples examples = load_examples(data);
  const TableEncoding encoding = encoding_of(examples.content.table);
  expect_same_encodings(
      examples.content.table,
      [&](std::int64_t size) {
        options_.rows = size;
        return read(wanted_by(encoding));
      },
      encoding);
}

TEST_F(Blocks, ColumnsAreFoundByNameInAnyOrderAndTheOthersNamed) {
  const Block block = read_one("z,b,y,a\n1,2,3,4\n", {{"a"}, {"b"}});
  const auto& values = std::get<DenseValues>(block.content.table.values).columns;
  EXPECT_THAT(values, ElementsAre(ElementsAre(4), ElementsAre(2)));
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("new.csv: columns that the model does not use: z, y")));
}

TEST_F(Blocks, MissingColumnsAreAllNamed) {
  options_.path = folder_.file("new.csv", "b\n1\n");
  EXPECT_THAT(refusal_of([&] { read({{"a"}, {"b"}, {"c"}}); }), HasSubstr("missing: a, c"));
  std::vector<WantedColumn> many;
  for (int k = 0; k < 20; ++k) many.push_back({"x" + std::to_string(k)});
  EXPECT_THAT(refusal_of([&] { read(many); }), HasSubstr("x7 and 12 more"));
  options_.path = folder_.file("new.npy", test::npy_of({{1, 2}}));
  EXPECT_THAT(refusal_of([&] { read({{"1"}, {"3"}}); }), HasSubstr("missing: 3"));
}

TEST_F(Blocks, AColumnThatTrainingHadNoUseForMayBeMissing) {
  const Block block = read_one("b\n1\n2\n", {{"a", Column::Kind::number, false}, {"b"}});
  EXPECT_EQ(block.content.table.rows, 2);
  EXPECT_TRUE(std::isnan(std::get<DenseValues>(block.content.table.values).columns[0][1]));
  EXPECT_THAT(block.readable, ElementsAre(1, 1));
}

TEST_F(Blocks, RowsThatCannotBeReadStayAndAreFlagged) {
  const Block block = read_one("a,b\n1,2\ntext,2\n3,inf\nNA,4\n5,1e40\n6,7\n", {{"a"}, {"b"}});
  EXPECT_THAT(block.readable, ElementsAre(1, 0, 0, 1, 0, 1));
  EXPECT_THAT(block.numbers, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(block.content.table.rows, 6);
  EXPECT_THAT(block.complaints, ElementsAre(HasSubstr("new.csv: line 3, column 1 (a): expected a number, got \"text\""),
                                            HasSubstr("line 4, column 2 (b)"), HasSubstr("line 6, column 2 (b)")));
}

TEST_F(Blocks, IdsAreCarried) {
  options_.id = "name";
  EXPECT_THAT(read_one("a,name\n1,\"x, y\"\n2,z\n", {{"a"}}).ids, ElementsAre("x, y", "z"));
  EXPECT_THAT(refusal_of([&] { read_one("a,nme\n1,x\n", {{"a"}}); }), HasSubstr("name"));
}

TEST_F(Blocks, AnIdColumnIsNotCalledUnused) {
  options_.id = "name";
  read_one("a,name\n1,x\n", {{"a"}});
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(Blocks, TheUsualIdIsCarriedOnlyWhereItIsThere) {
  options_.usual_id = "name";
  EXPECT_THAT(read_one("a,name\n1,x\n", {{"a"}}).ids, ElementsAre("x"));
  EXPECT_THAT(read_one("a\n1\n", {{"a"}}).ids, IsEmpty());
  options_.id = "other";
  EXPECT_THAT(read_one("a,name,other\n1,x,y\n", {{"a"}}).ids, ElementsAre("y"));
}

TEST_F(Blocks, ColumnsOfOneNameAreToldApartByTheirOrder) {
  const Block block = read_one("a,a\n1,2\n", {{"a"}, {"a"}});
  EXPECT_THAT(std::get<DenseValues>(block.content.table.values).columns, ElementsAre(ElementsAre(1), ElementsAre(2)));
  EXPECT_THAT(refusal_of([&] { read_one("a\n1\n", {{"a"}, {"a"}}); }), HasSubstr("missing: a"));
  EXPECT_THAT(refusal_of([&] {
                read_one("AGE,b\n1,2\n", {{"b"}, {"age"}});
              }),
              testing::EndsWith("missing: age; upper and lower case matter: rename AGE to age"));
}

TEST_F(Blocks, WithoutAHeaderColumnsHaveNumbers) {
  options_.header = CsvOptions::Header::none;
  const Block block = read_one("1,2\n3,4\n", {{"2"}});
  EXPECT_THAT(std::get<DenseValues>(block.content.table.values).columns, ElementsAre(ElementsAre(2, 4)));
}

TEST_F(Blocks, TextsAreReadAsInTraining) {
  std::string text = "a,b,y\n";
  for (int k = 0; k < 40; ++k) text += std::to_string(k) + ".5," + std::to_string(k) + (k % 2 ? ",1\n" : ",0\n");
  DataOptions training;
  training.path = folder_.file("t.csv", text + "<5,unknown,0\n94%,7,1\noops,8,0\n-999,9,1\n");
  training.missing = "-999";
  const Examples examples = load_examples(training);
  const TableEncoding encoding = encoding_from_json(encoding_json(encoding_of(examples.content.table)), "card");
  std::vector<WantedColumn> wanted;
  for (const auto& column : encoding.columns) wanted.push_back({column.name, column.kind, true, column.reading});
  options_.missing = encoding.missing;
  const Block block = read_one("b,a\n-,<5\n7,94%\n8,bad\n9,-999.0\n<3,1\n", wanted);
  const auto& values = std::get<DenseValues>(block.content.table.values).columns;
  EXPECT_EQ(values[0][0], 5);
  EXPECT_EQ(values[0][1], 94);
  EXPECT_TRUE(std::isnan(values[0][2]) && std::isnan(values[0][3]) && std::isnan(values[1][0]));
  // Column b had no bounds in training.
  EXPECT_THAT(block.readable, ElementsAre(1, 1, 1, 1, 0));
  EXPECT_THAT(block.notes, ElementsAre(HasSubstr("\"bad\" is not a number; such texts count as missing here, as in "
                                                 "training")));
}

TEST_F(Blocks, ACardWithoutReadingsTakesPlainNumbersOnly) {
  const Block block = read_one("a\n1\n<5\n94%\n\"1,5\"\nunknown\n", {{"a"}});
  EXPECT_THAT(block.readable, ElementsAre(1, 0, 0, 0, 1));
}

}  // namespace
}  // namespace pauc
