#include "pauc/data/image/path_table.h"

#include <filesystem>

#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"
#include "support/image_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

class ImagePathTable : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_.path("img"));
    for (int k = 1; k <= 4; ++k) add("img/" + std::to_string(k) + ".png", k);
  }
  void add(const std::string& name, int colour) {
    folder_.file(name, test::plain_png(8, 8, {static_cast<std::uint8_t>(colour)}));
  }
  Examples load(const std::string& content) {
    options_.path = folder_.file("list.csv", content);
    return load_examples(options_);
  }
  std::string refusal(const std::string& content, Fault fault = Fault::data) {
    return refusal_of([&] { load(content); }, fault);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

constexpr const char* kList =
    "patient,file,age,y\n"
    "p,img/1.png,50,1\n"
    "q,img/2.png,60,0\n"
    "p,img/3.png,,0\n"
    "r,img/4.png,70,\n";

TEST_F(ImagePathTable, AColumnOfImageNamesIsEnough) {
  const Examples examples = load(kList);
  EXPECT_EQ(examples.kind, "images");
  EXPECT_EQ(examples.content.kind, InputKind::image);
  EXPECT_EQ(examples.content.column, "file");
  EXPECT_EQ(examples.content.images.size, (ImageSize{1, 8, 8}));
  EXPECT_THAT(examples.content.table.columns, IsEmpty());
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, 0, kUnlabelled));
  for (int k = 0; k < 4; ++k) EXPECT_EQ(*examples.content.images.at(k), k + 1);
}

TEST_F(ImagePathTable, ColumnsThatAreNamedStandBesideTheImages) {
  options_.image = "2";
  options_.features = "age";
  options_.id = "patient";
  const Examples examples = load(kList);
  ASSERT_EQ(examples.content.table.columns.size(), 1U);
  EXPECT_EQ(examples.content.table.columns[0].name, "age");
  EXPECT_EQ(examples.content.table.rows, 4);
  EXPECT_THAT(examples.facts.ids, ElementsAre("p", "q", "p", "r"));
}

TEST_F(ImagePathTable, AsATableOnRequest) {
  options_.kind = "csv";
  EXPECT_EQ(load(kList).content.table.columns.size(), 3U);
}

TEST_F(ImagePathTable, NamesWithoutExtensionAreFoundBelowTheRoot) {
  add("img/10.jpg", 10);
  add("img/11.jpeg", 11);
  options_.image = "image_name";
  options_.image_root = folder_.path("img");
  const Examples examples = load("image_name,y\n10,1\n2,0\n11,0\n3.png,0\n");
  const auto colour = [&](std::int64_t row) { return static_cast<int>(*examples.content.images.at(row)); };
  EXPECT_EQ(colour(0), 10);
  EXPECT_EQ(colour(1), 2);
  EXPECT_EQ(colour(2), 11);
  EXPECT_EQ(colour(3), 3);
}

TEST_F(ImagePathTable, GroupsStayTogether) {
  std::string list = "patient,file,y\n";
  for (int k = 0; k < 60; ++k) {
    list +=
        "p" + std::to_string(k % 15) + ",img/" + std::to_string(k % 4 + 1) + ".png," + (k % 5 == 0 ? "1" : "0") + "\n";
  }
  options_.group = "patient";
  options_.id = "patient";
  const Examples examples = load(list);
  const SplitRows split = split_examples(examples, options_);
  std::map<std::string, std::set<int>> parts;
  for (const int part : {0, 1, 2}) {
    EXPECT_FALSE(split.rows[part].empty());
    for (const std::int64_t row : split.rows[part]) parts[examples.facts.ids[row]].insert(part);
  }
  EXPECT_EQ(parts.size(), 15U);
  for (const auto& [patient, where] : parts) EXPECT_EQ(where.size(), 1U) << patient;
}

TEST_F(ImagePathTable, ATestFilesPathsStartFromItsOwnFolder) {
  fs::create_directories(folder_.path("other"));
  add("other/x.png", 99);
  options_.test = folder_.file("other/test.csv", "file,y\nx.png,1\nx.png,0\n");
  const Examples examples = load("file,y\nimg/1.png,1\nimg/2.png,0\n");
  EXPECT_EQ(*examples.content.images.at(2), 99);
  EXPECT_THAT(examples.facts.parts, Each(Part::test));
}

TEST_F(ImagePathTable, PathsThatLeadOutOfTheFolderAreRefused) {
  const auto refused = [&](const std::string& path) {
    EXPECT_THAT(refusal("file,y\nimg/1.png,1\n" + path + ",0\n"),
                AllOf(HasSubstr("list.csv: row 2: expected a path below the folder of the images"), HasSubstr(path)));
  };
  options_.image = "file";
  refused(folder_.path("img/1.png"));
  refused("../1.png");
  refused("img/../../1.png");
  fs::create_directory_symlink(fs::temp_directory_path(), folder_.path("out"));
  refused("out/../1.png");
  EXPECT_EQ(load("file,y\nimg/1.png,1\nimg/../img/2.png,0\n").rows(), 2);
}

TEST_F(ImagePathTable, LinksMayPointAnywhere) {
  const test::TemporaryFolder elsewhere;
  fs::create_symlink(elsewhere.file("x", test::plain_png(8, 8, {42})), folder_.path("img/link.png"));
  EXPECT_EQ(*load("file,y\nimg/1.png,1\nimg/link.png,0\n").content.images.at(1), 42);
}

TEST_F(ImagePathTable, BadRowsAreRefusedWithTheirPlace) {
  options_.image = "file";
  EXPECT_THAT(refusal("file,y\nimg/1.png,1\nimg/no.png,0\n", Fault::no_input),
              AllOf(HasSubstr("list.csv: row 2: "), HasSubstr("img/no.png: no such file")));
  EXPECT_THAT(refusal("file,y\nimg/1.png,1\nimg,0\n", Fault::no_input),
              AllOf(HasSubstr("row 2: "), HasSubstr("expected an image file, got a folder")));
  EXPECT_THAT(refusal("file,y\n,1\nimg/1.png,0\n"),
              HasSubstr("row 1: expected the path of an image, got an empty one"));
  folder_.file("img/bad.png", test::plain_png(8, 8).substr(0, 60));
  EXPECT_THAT(refusal("file,y\nimg/1.png,1\nimg/bad.png,0\n"),
              AllOf(HasSubstr("list.csv: row 2: "), HasSubstr("img/bad.png: the PNG data are damaged")));
  options_.image_root = folder_.path("nowhere");
  EXPECT_THAT(refusal(kList, Fault::no_input), HasSubstr("nowhere: expected a folder of images, got nothing"));
}

TEST_F(ImagePathTable, WrongOptionsAreRefused) {
  EXPECT_THAT(refusal("y,file\n1,img/1.png\n0,img/2.png\n", Fault::usage),
              HasSubstr("label: expected a column other than the images, got file, the last one"));
  options_.smiles = "patient";
  options_.image = "file";
  EXPECT_THAT(refusal(kList, Fault::usage), HasSubstr("image: expected without smiles, got both"));
  options_ = {};
  options_.kind = "images";
  EXPECT_THAT(refusal("a,y\nx,1\nz,0\n", Fault::usage),
              HasSubstr("no column has names of PNG or JPEG files; expected one of a, y"));
  options_ = {};
  options_.image_size = "32";
  EXPECT_THAT(refusal("a,y\n1,1\n2,0\n", Fault::usage), HasSubstr("are for PNG and JPEG files, "));
}

class ImagePathTableBlocks : public ImagePathTable {
 protected:
  NextBlock open(const std::string& content, const std::vector<WantedColumn>& wanted = {}) {
    blocks_.path = folder_.file("new.csv", content);
    blocks_.content = InputKind::image;
    blocks_.image_size = {1, 8, 8};
    return open_blocks(blocks_, wanted, notes_);
  }
  BlockOptions blocks_;
  std::vector<std::string> notes_;
};

TEST_F(ImagePathTableBlocks, ComeWithIdsColumnsAndComplaints) {
  blocks_.usual_column = "file";
  blocks_.usual_id = "patient";
  const NextBlock next =
      open("file,patient,age\nimg/1.png,p,5\nimg/no.png,q,6\nimg/2.png,r,7\n/etc/x.png,s,8\nimg/3.png,t,old\n",
           {{"age", Column::Kind::number, true}});
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.ids, ElementsAre("p", "q", "r", "s", "t"));
  EXPECT_THAT(block.readable, ElementsAre(1, 0, 1, 0, 0));
  EXPECT_THAT(block.complaints,
              testing::UnorderedElementsAre(AllOf(HasSubstr("new.csv: row 2: "), HasSubstr("img/no.png: no such file")),
                                            HasSubstr("new.csv: row 4: expected a path below the folder"),
                                            HasSubstr("expected a number, got \"old\"")));
  const auto colour = [&](std::int64_t row) { return static_cast<int>(*block.content.images.at(row)); };
  EXPECT_EQ(colour(0), 1);
  EXPECT_EQ(colour(1), 0);
  EXPECT_EQ(colour(2), 2);
  EXPECT_EQ(std::get<DenseValues>(block.content.table.values).columns[0][2], 7);
  EXPECT_FALSE(next(block));
}

TEST_F(ImagePathTableBlocks, TheColumnIsFoundByItsValuesWhereTheNameIsAnother) {
  blocks_.usual_column = "file";
  const NextBlock next = open("a,picture\nx,img/2.png\n");
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_EQ(*block.content.images.at(0), 2);
  EXPECT_THAT(
      refusal_of([&] { open("a,picture\nx,2\n"); }),
      AllOf(HasSubstr("expected a column of images called file, got "), HasSubstr("the option image names it")));
  blocks_.column = "picture";
  blocks_.image_root = folder_.path("img");
  ASSERT_TRUE(open("a,picture\nx,2\n")(block));
  EXPECT_THAT(block.complaints, IsEmpty());
}

}  // namespace
}  // namespace pauc
