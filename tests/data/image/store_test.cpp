#include "pauc/data/image/store.h"

#include <filesystem>
#include <thread>

#include "pauc/core/parallel.h"
#include "pauc/data/image/size.h"
#include "support/image_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr ImageSize kSize{1, 8, 8};

class ImageStore : public testing::Test {
 protected:
  // Grey images, the k-th of colour k.
  std::vector<ImageFile> files_of(int count) {
    std::vector<ImageFile> files;
    for (int k = 0; k < count; ++k) {
      const std::string name = std::to_string(k) + ".png";
      files.push_back({folder_.file(name, test::plain_png(8, 8, {static_cast<std::uint8_t>(k)})), ""});
    }
    return files;
  }
  static std::vector<std::uint8_t> bytes_at(const Images& images, std::int64_t row) {
    const ImageBytes bytes = images.at(row);
    return {bytes.get(), bytes.get() + images.size.bytes()};
  }
  void remove_all() {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.folder())) std::filesystem::remove(entry);
  }
  test::TemporaryFolder folder_;
};

TEST_F(ImageStore, WhatFitsIsDecodedAtOnce) {
  const Images images = images_from_files(files_of(20), kSize, {3, 20 * 64});
  remove_all();
  EXPECT_EQ(images.count, 20);
  EXPECT_EQ(images.size, kSize);
  for (int k = 0; k < 20; ++k) EXPECT_THAT(bytes_at(images, k), Each(k));
}

TEST_F(ImageStore, OfWhatDoesNotFitTheFirstOnesAskedForAreKept) {
  const Images images = images_from_files(files_of(20), kSize, {2, 5 * 64 + 63});
  EXPECT_EQ(images.count, 20);
  for (int k = 19; k >= 0; --k) EXPECT_THAT(bytes_at(images, k), Each(k));
  remove_all();
  for (int k = 15; k < 20; ++k) EXPECT_THAT(bytes_at(images, k), Each(k));
  EXPECT_THAT(refusal_of([&] { bytes_at(images, 14); }, Fault::no_input), HasSubstr("14.png: cannot open"));
}

TEST_F(ImageStore, AnswersSeveralThreadsAtOnce) {
  for (const std::int64_t room : {0, 7, 100}) {
    const Images images = images_from_files(files_of(20), kSize, {2, room * 64});
    std::vector<std::uint8_t> fine(200);
    parallel_for(200, 4, [&](std::int64_t k) {
      fine[k] = bytes_at(images, k % 20) == std::vector<std::uint8_t>(64, static_cast<std::uint8_t>(k % 20)) ? 1 : 0;
    });
    EXPECT_THAT(fine, Each(1));
  }
}

TEST_F(ImageStore, TheFirstBadRowIsRefused) {
  auto files = files_of(60);
  for (const int bad : {33, 17, 50}) {
    files[bad] = {folder_.file(std::to_string(bad) + ".png", test::plain_png(8, 8).substr(0, 60)),
                  "list.csv: row " + std::to_string(bad + 1)};
  }
  for (int trial = 0; trial < 5; ++trial) {
    EXPECT_THAT(refusal_of([&] {
                  images_from_files(files, kSize, {4, 1 << 20});
                }),
                testing::AllOf(HasSubstr("list.csv: row 18: "), HasSubstr("17.png: the PNG data are damaged")));
  }
  EXPECT_NO_THROW(read_image_files_facts(files, 2));
  files[10].path = folder_.path("missing.png");
  EXPECT_THAT(refusal_of([&] { read_image_files_facts(files, 3); }, Fault::no_input), HasSubstr("missing.png"));
}

TEST_F(ImageStore, HeadsSayTheRangeOfSizesAndWhetherAllAreGrey) {
  std::vector<ImageFile> files = {{folder_.file("a.png", test::plain_png(20, 10, {5})), ""},
                                  {folder_.file("b.png", test::plain_png(5, 6, {5})), ""}};
  ImageFilesFacts facts = read_image_files_facts(files, 1);
  EXPECT_EQ(facts.smallest.height, 6);
  EXPECT_EQ(facts.largest.height, 10);
  EXPECT_FALSE(facts.same_size);
  EXPECT_TRUE(facts.all_grey);
  files = {{folder_.file("c.jpg", test::plain_jpeg(20, 10)), ""}, files[0]};
  facts = read_image_files_facts(files, 1);
  EXPECT_TRUE(facts.same_size);
  EXPECT_FALSE(facts.all_grey);
}

class ChosenSize : public testing::Test {
 protected:
  static ImageFilesFacts facts_of(std::int64_t height, std::int64_t width) {
    ImageFilesFacts facts;
    facts.smallest.height = facts.largest.height = height;
    facts.smallest.width = facts.largest.width = width;
    return facts;
  }
  ImageSize chosen(const ImageFilesFacts& facts) { return chosen_image_size(options_, facts, notes_); }
  DataOptions options_;
  std::vector<std::string> notes_;
};

TEST_F(ChosenSize, IsTheCommonOneWhileThatIsSmall) {
  EXPECT_EQ(chosen(facts_of(28, 64)), (ImageSize{1, 28, 64}));
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ChosenSize, IsSaidWhereItIsAnother) {
  EXPECT_EQ(chosen(facts_of(65, 40)), (ImageSize{1, 64, 64}));
  ImageFilesFacts facts = facts_of(30, 20);
  facts.same_size = false;
  facts.all_grey = false;
  facts.largest.height = 31;
  EXPECT_EQ(chosen(facts), (ImageSize{3, 64, 64}));
  EXPECT_THAT(notes_,
              ElementsAre("images of 65x40 pixels are resized to 64x64; image_size sets another size",
                          "images of 30x20 to 31x20 pixels are resized to 64x64; image_size sets another size"));
}

TEST_F(ChosenSize, IsTheOneThatWasAskedFor) {
  options_.image_size = "48";
  options_.image_channels = ImageChannels::colour;
  EXPECT_EQ(chosen(facts_of(28, 28)), (ImageSize{3, 48, 48}));
  options_.image_size = "8x1024";
  options_.image_channels = ImageChannels::grey;
  EXPECT_EQ(chosen(facts_of(28, 28)), (ImageSize{1, 8, 1024}));
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(ChosenSize, OtherWordsAreRefused) {
  for (const char* text :
       {"7", "1025", "64x", "x64", "64x64x3", "-64", "64.0", "big", "48X64", "99999999999999999999"}) {
    options_.image_size = text;
    EXPECT_THAT(refusal_of([&] { chosen(facts_of(28, 28)); }, Fault::usage),
                HasSubstr("image_size: expected auto, a side of 8 to 1024 pixels"))
        << text;
  }
  EXPECT_THAT(refusal_of(
                  [] {
                    read_settings({{"image_channels", "4"}}, kDataFields, "data");
                  },
                  Fault::usage),
              HasSubstr("data.image_channels: no \"4\"; expected one of "));
}

}  // namespace
}  // namespace pauc
