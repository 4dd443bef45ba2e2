#include "pauc/data/image/folder.h"

#include <algorithm>
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
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ImageFolder : public testing::Test {
 protected:
  void add(const std::string& name, const std::string& content) {
    std::filesystem::create_directories(std::filesystem::path(folder_.path(name)).parent_path());
    folder_.file(name, content);
  }
  void add(const std::string& name, std::uint8_t colour) { add(name, test::plain_png(8, 8, {colour})); }
  // One positive in three; no two images are equal.
  void add_part(const std::string& prefix, int count) {
    for (int k = 0; k < count; ++k) {
      add(prefix + (k % 3 == 0 ? "ill/" : "well/") + std::to_string(k) + ".png", static_cast<std::uint8_t>(images_++));
    }
  }
  Examples load() {
    options_.path = folder_.folder();
    return load_examples(options_);
  }
  std::string refusal(Fault fault = Fault::data) {
    return refusal_of([&] { load(); }, fault);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
  int images_ = 0;
};

TEST_F(ImageFolder, SubfoldersAreClassesAndFilesAreSortedByName) {
  add("dog/b.PNG", 3);
  add("dog/a.png", 2);
  add("cat/z.png", 1);
  add("dog/c.JPeg", test::plain_jpeg(8, 8, {4}));
  const Examples examples = load();
  EXPECT_EQ(examples.kind, "image_folder");
  EXPECT_EQ(examples.content.kind, InputKind::image);
  EXPECT_EQ(examples.content.images.size, (ImageSize{1, 8, 8}));
  EXPECT_THAT(examples.facts.ids, ElementsAre("cat/z.png", "dog/a.png", "dog/b.PNG", "dog/c.JPeg"));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(examples.facts.positive, "cat");
  for (int k = 0; k < 4; ++k) EXPECT_EQ(*examples.content.images.at(k), k + 1);
  EXPECT_THAT(examples.facts.parts, IsEmpty());
}

TEST_F(ImageFolder, PositiveMayBeNamedAmongManyClasses) {
  add("cat/a.png", 1);
  add("dog/a.png", 1);
  add("emu/a.png", 1);
  options_.positive_classes = "dog,emu";
  EXPECT_THAT(load().facts.labels, ElementsAre(0, 1, 1));
  options_.positive_classes = "";
  options_.positive = "dog";
  EXPECT_THAT(load().facts.labels, ElementsAre(0, 1, 0));
}

TEST_F(ImageFolder, WhatIsNoImageIsIgnoredAndSaid) {
  add("cat/a.png", 1);
  add("cat/notes.txt", "x");
  add("cat/.hidden.png", "x");
  add("cat/deeper/b.png", 9);
  add("dog/a.png", 1);
  add("dog/b.png", 1);
  add(".cache/a.png", 1);
  add("README", "x");
  std::filesystem::create_directories(folder_.path("emu"));
  const Examples examples = load();
  EXPECT_EQ(examples.rows(), 3);
  EXPECT_THAT(examples.notes,
              AllOf(testing::Contains(HasSubstr("subfolder emu has no images")),
                    testing::Contains(HasSubstr("3 other files or folders are ignored, the first is README"))));
}

TEST_F(ImageFolder, LinksToFilesAreFollowedAndThoseThatLeadNowhereMissed) {
  const test::TemporaryFolder elsewhere;
  const std::string file = elsewhere.file("x", test::plain_png(8, 8, {7}));
  add("cat/a.png", 1);
  add("dog/a.png", 1);
  std::filesystem::create_symlink(file, folder_.path("dog/b.png"));
  EXPECT_EQ(*load().content.images.at(2), 7);
  std::filesystem::remove(file);
  EXPECT_THAT(refusal(Fault::no_input), HasSubstr("dog/b.png: cannot open: No such file"));
}

TEST_F(ImageFolder, TrainValidAndTestArePartsOfItsOwn) {
  add_part("train/", 12);
  add_part("val/", 6);
  add_part("test/", 3);
  const Examples examples = load();
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.of(Part::train).size(), 12U);
  EXPECT_EQ(split.of(Part::valid).size(), 6U);
  EXPECT_EQ(split.of(Part::test).size(), 3U);
  EXPECT_EQ(examples.facts.ids[split.of(Part::valid)[0]], "val/ill/0.png");
  EXPECT_EQ(examples.facts.positive, "ill");
  options_.fractions = "0.5,0.25,0.25";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("fractions: the folder has a split of its own"));
  options_.split = "stratified";
  EXPECT_EQ(split_examples(load(), options_).of(Part::train).size(), 10U);
}

TEST_F(ImageFolder, WithoutAValidationPartTheTrainingPartIsSplit) {
  add_part("train/", 30);
  add_part("test/", 6);
  const Examples examples = load();
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.of(Part::train).size(), 24U);
  EXPECT_EQ(split.of(Part::valid).size(), 6U);
  ASSERT_EQ(split.of(Part::test).size(), 6U);
  for (const std::int64_t row : split.of(Part::test))
    EXPECT_THAT(examples.facts.ids[row], testing::StartsWith("test/"));
}

TEST_F(ImageFolder, ASeparateTestFolderIsTheTestPart) {
  add_part("a/train/", 12);
  add_part("a/valid/", 6);
  add_part("b/", 9);
  options_.path = folder_.path("a");
  EXPECT_THAT(refusal_of([&] { load_examples(options_); }),
              HasSubstr("expected a subfolder test besides train and valid"));
  options_.test = folder_.path("b");
  const SplitRows split = split_examples(load_examples(options_), options_);
  EXPECT_EQ(split.of(Part::train).size(), 12U);
  EXPECT_EQ(split.of(Part::valid).size(), 6U);
  EXPECT_EQ(split.of(Part::test).size(), 9U);
  options_.path = folder_.path("a/train");
  EXPECT_EQ(split_examples(load_examples(options_), options_).of(Part::test).size(), 9U);
}

TEST_F(ImageFolder, ClassesMayBeCalledTrainAndTest) {
  add("train/a.png", 1);
  add("test/a.png", 1);
  add("test/b.png", 1);
  const Examples examples = load();
  EXPECT_THAT(examples.facts.parts, IsEmpty());
  EXPECT_EQ(examples.facts.positive, "train");
}

TEST_F(ImageFolder, BadOnesAreRefused) {
  EXPECT_THAT(refusal(Fault::no_input), HasSubstr("a folder of images (a subfolder per class)"));
  add("cat/a.png", 1);
  EXPECT_EQ(refusal(), folder_.folder() +
                           ": expected two or more subfolders with PNG or JPEG images, one per class, got one: cat");
  add("dog/b.png", 1);
  add("dog/a.png", "a text that is called .png");
  EXPECT_THAT(refusal(), HasSubstr("dog/a.png: expected a PNG or JPEG image, got a file that begins with \"a text"));
  add("dog/a.png", test::png_head(100000, 100000));
  EXPECT_THAT(refusal(), HasSubstr("dog/a.png: expected sides of 1 to 20000 pixels, got 100000 x 100000"));
}

TEST_F(ImageFolder, ImagesWithoutSubfoldersHaveNoClass) {
  add("a.png", 1);
  add("b.png", 1);
  EXPECT_THAT(refusal(), HasSubstr("one per class, got none"));
}

TEST_F(ImageFolder, HasNoColumns) {
  add("cat/a.png", 1);
  add("dog/a.png", 1);
  for (std::string DataOptions::*option :
       {&DataOptions::table, &DataOptions::label, &DataOptions::id, &DataOptions::weight, &DataOptions::group,
        &DataOptions::features, &DataOptions::drop, &DataOptions::image, &DataOptions::image_root, &DataOptions::smiles,
        &DataOptions::split}) {
    options_ = {};
    options_.*option = "x";
    EXPECT_THAT(refusal(Fault::usage), HasSubstr("folder of images"));
  }
  options_ = {};
  options_.records = "3x8x8";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("is image_folder, not a file of records"));
}

TEST_F(ImageFolder, AClassMayBeCalledLikeAMissingValue) {
  add("nan/a.png", 1);
  add("mel/a.png", 1);
  add("mel/b.png", 1);
  options_.positive = "nan";
  EXPECT_THAT(load().facts.labels, ElementsAre(0, 0, 1));
}

TEST_F(ImageFolder, IsFingerprintedByItsImages) {
  add("dog/a.png", 1);
  add("cat/b.png", 1);
  add("cat/notes.txt", "x");
  options_.path = folder_.folder();
  const std::vector<SourceFiles> sources = sources_of(options_);
  ASSERT_EQ(sources.size(), 1);
  EXPECT_EQ(sources[0].name, folder_.folder());
  EXPECT_THAT(sources[0].paths, ElementsAre(folder_.path("cat/b.png"), folder_.path("dog/a.png")));
}

class ImageFolderBlocks : public ImageFolder {
 protected:
  NextBlock open(const ImageSize& size = {1, 8, 8}) {
    blocks_.path = folder_.folder();
    blocks_.content = InputKind::image;
    blocks_.image_size = size;
    return open_blocks(blocks_, {}, notes_);
  }
  BlockOptions blocks_;
  std::vector<std::string> notes_;
};

TEST_F(ImageFolderBlocks, ImagesOfClassesAndOfTheFolderItselfAreScored) {
  add("b.png", 5);
  add("cat/a.png", 6);
  add("test/dog/c.png", 7);
  blocks_.rows = 2;
  const NextBlock next = open();
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.ids, ElementsAre("b.png", "cat/a.png"));
  EXPECT_THAT(block.numbers, ElementsAre(1, 2));
  EXPECT_EQ(*block.content.images.at(1), 6);
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.ids, ElementsAre("test/dog/c.png"));
  EXPECT_THAT(block.numbers, ElementsAre(3));
  EXPECT_EQ(block.content.images.size, (ImageSize{1, 8, 8}));
  EXPECT_FALSE(next(block));
}

TEST_F(ImageFolderBlocks, WhatCannotBeReadStaysBlackWithAComplaint) {
  add("a.png", 5);
  add("b.png", test::plain_png(8, 8, {200}).substr(0, 60));
  add("c.png", "text");
  blocks_.threads = 2;
  const NextBlock next = open();
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_EQ(block.content.kind, InputKind::image);
  EXPECT_THAT(block.readable, ElementsAre(1, 0, 0));
  EXPECT_THAT(block.complaints,
              ElementsAre(HasSubstr("b.png: the PNG data are damaged"), HasSubstr("c.png: expected a")));
  EXPECT_THAT(std::vector<std::uint8_t>(block.content.images.at(1).get(), block.content.images.at(1).get() + 64),
              Each(0));
}

TEST_F(ImageFolderBlocks, HoldNoMoreThan64MegabytesOfImages) {
  for (int k = 0; k < 25; ++k) add(std::to_string(k) + ".png", 1);
  const NextBlock next = open({3, 1024, 1024});
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_EQ(block.numbers.size(), 21U);
}

TEST_F(ImageFolderBlocks, HaveNoColumns) {
  add("a.png", 1);
  blocks_.id = "x";
  EXPECT_THAT(refusal_of([&] { open(); }, Fault::usage), HasSubstr("a folder of images has no columns"));
}

}  // namespace
}  // namespace pauc
