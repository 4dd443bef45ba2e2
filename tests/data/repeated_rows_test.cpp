// Rows that stand twice, in tables of any kind and in images.
#include "pauc/data/repeated_rows.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "data/image/record_files.h"
#include "pauc/core/random.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/registry.h"
#include "support/image_files.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class RepeatedRows : public testing::Test {
 protected:
  // The second half of the rows repeats the first: expects a note, and copies in one part.
  void expect_halves_together(const Examples& examples, const std::string& what) const {
    const std::int64_t half = examples.rows() / 2;
    EXPECT_THAT(examples.notes, Contains(HasSubstr(joined(half, " of ", 2 * half, " rows have the ", what,
                                                          " an earlier row; a split that is drawn keeps"))));
    for (const auto& rows : split_examples(examples, options_).rows) {
      const std::set<std::int64_t> part(rows.begin(), rows.end());
      for (const std::int64_t row : rows) EXPECT_EQ(part.count((row + half) % (2 * half)), 1) << row;
    }
  }
  void expect_no_copies(const Examples& examples) const {
    EXPECT_THAT(examples.facts.first_copies, IsEmpty());
    EXPECT_THAT(examples.notes, Each(Not(HasSubstr("an earlier row"))));
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

// 200 rows twice; the second time a value of 0 is listed.
TEST_F(RepeatedRows, OfASparseTableAreKeptTogether) {
  std::string text;
  for (int k = 0; k < 400; ++k) {
    const int row = k % 200;
    text += row % 10 == 0 ? "1" : "-1";
    for (int c = 0; c < 4; ++c) text += joined(" ", 1 + 50 * c + row * (2 * c + 3) % 50, ":", row * (c + 7) % 31 + 1);
    text += k < 200 ? "\n" : " 300:0\n";
  }
  options_.path = folder_.file("t.svm", text);
  expect_halves_together(load_examples(options_), "same values in all columns as");
}

// Each row belongs to one class of each of six things with four classes, as a table of categories does.
TEST_F(RepeatedRows, OfASparseTableMayBeEqualByChance) {
  Random random(3);
  std::string text;
  for (int k = 0; k < 400; ++k) {
    text += k % 10 == 0 ? "1" : "-1";
    for (int thing = 0; thing < 6; ++thing) text += joined(" ", std::int64_t{1 + 4 * thing} + random.below(4), ":1");
    text += "\n";
  }
  options_.path = folder_.file("t.svm", text);
  expect_no_copies(load_examples(options_));
}

// Patients without any of forty rare symptoms are no copies of each other; two with the same five symptoms are.
TEST_F(RepeatedRows, WithUsualValuesOnlyAreNoCopies) {
  constexpr int kColumns = 40;
  std::string text = "y";
  for (int c = 0; c < kColumns; ++c) text += joined(",s", c);
  for (int k = 0; k < 400; ++k) {
    text += k % 10 == 0 ? "\n1" : "\n0";
    const bool ill = k == 17 || k == 200;
    for (int c = 0; c < kColumns; ++c) text += (ill ? c < 5 : k % 2 == 1 && c == k % kColumns) ? ",1" : ",0";
  }
  options_.path = folder_.file("t.csv", text + "\n");
  options_.label = "y";
  const Examples examples = load_examples(options_);
  EXPECT_THAT(examples.notes, Contains(HasSubstr("1 of 400 rows have the same values")));
  ASSERT_FALSE(examples.facts.first_copies.empty());
  EXPECT_EQ(examples.facts.first_copies[200], 17);
  EXPECT_EQ(examples.facts.first_copies[2], 2);
}

// In any order of rows, too: a sparse table does not list the category that comes first.
TEST_F(RepeatedRows, OfMoleculesHaveTheSameKeysWithAndWithoutFeatures) {
  if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  const std::vector<std::string> rows = {"CCO,0,north,1\n", "CCO,1.5,north,0\n", "CCO,1.5,south,0\n", "CCCC,,south,1\n",
                                         "CCCC,2,,0\n"};
  const auto keys_in = [&](const std::string& text, const std::string& features_from,
                           const std::vector<std::size_t>& columns) {
    options_.path = folder_.file("m.csv", "smiles,dose,site,y\n" + text);
    options_.label = "y";
    options_.features = "dose,site";
    options_.features_from = features_from;
    return keys_of_rows(load_examples(options_).content, columns);
  };
  std::string forth, back;
  for (const std::string& row : rows) {
    forth += row;
    back = row + back;
  }
  const std::vector<std::uint64_t> keys = keys_in(forth, "", {0, 1});
  ASSERT_EQ(std::set<std::uint64_t>(keys.begin(), keys.end()).size(), rows.size());
  EXPECT_EQ(keys_in(forth, "morgan:2:16", {0, 1, 2, 17}), keys);
  std::vector<std::uint64_t> reversed = keys_in(back, "morgan:2:16", {0, 1});
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(reversed, keys);
}

std::string records(int from, int to) {
  std::string bytes;
  for (int k = from; k < to; ++k) bytes += test::record_of({k % 5 == 0 ? 1 : 0}, {3, 4, 5}, k);
  return bytes;
}

TEST_F(RepeatedRows, OfRecordsAreKeptTogether) {
  options_.path = folder_.file("t.bin", records(0, 100) + records(0, 100));
  options_.records = "3x4x5";
  expect_halves_together(load_examples(options_), "image of");
  options_.path = folder_.file("once.bin", records(0, 100));
  expect_no_copies(load_examples(options_));
}

TEST_F(RepeatedRows, OfATestFileAreCounted) {
  options_.path = folder_.file("t.bin", records(0, 100));
  options_.test = folder_.file("test.bin", records(90, 150));
  options_.records = "3x4x5";
  const Examples examples = load_examples(options_);
  EXPECT_THAT(warnings_about(examples, split_examples(examples, options_), options_),
              ElementsAre(HasSubstr(" of 60 test rows have the image of a training row: figures may be too good")));
}

TEST_F(RepeatedRows, OfImageFilesAreKeptTogether) {
  for (const char* name : {"ill", "well"}) std::filesystem::create_directories(folder_.path(name));
  for (int k = 0; k < 40; ++k) {
    const std::string picture = test::plain_png(8, 8, {static_cast<std::uint8_t>(k)});
    folder_.file(joined(k % 4 == 0 ? "ill" : "well", "/", 100 + k, ".png"), picture);
    // Of one size but for the copy.
    if (k == 8) folder_.file("ill/200.png", picture);
  }
  options_.path = folder_.folder();
  const Examples examples = load_examples(options_);
  EXPECT_THAT(examples.notes, Contains(HasSubstr("1 of 41 rows have the image of an earlier row")));
  ASSERT_EQ(examples.facts.first_copies.size(), 41);
  EXPECT_EQ(examples.facts.ids[examples.facts.first_copies[10]], "ill/108.png");
  EXPECT_EQ(examples.facts.ids[10], "ill/200.png");
}

}  // namespace
}  // namespace pauc
