#include "pauc/data/image/file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "faults/broken_calls.h"
#include "pauc/data/image/jpeg.h"
#include "pauc/data/image/png.h"
#include "support/image_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::JpegPicture;
using test::PngPicture;
using test::refusal_of;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

using Colour = PngPicture::Colour;

PngPicture picture_of(int width, int height, Colour colour, std::vector<std::uint8_t> bytes) {
  PngPicture picture;
  picture.width = width;
  picture.height = height;
  picture.colour = colour;
  picture.bytes = std::move(bytes);
  return picture;
}

std::vector<std::uint8_t> decoded(const std::string& file, std::int64_t channels = 3) {
  return decode_image(file, {channels, 1, 1}, "x").bytes;
}

// A picture in which neighbours are alike, as in photographs.
JpegPicture photograph(int width, int height, JpegPicture::Colour colour = JpegPicture::Colour::rgb) {
  JpegPicture picture;
  picture.width = width;
  picture.height = height;
  picture.colour = colour;
  const int channels = colour == JpegPicture::Colour::grey ? 1 : colour == JpegPicture::Colour::rgb ? 3 : 4;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int values[] = {200 * x / width, 200 * y / height, 200 - 100 * x / width, 40};
      for (int c = 0; c < channels; ++c) picture.bytes.push_back(static_cast<std::uint8_t>(values[c]));
    }
  }
  return picture;
}

int largest_difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  int largest = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST(PngImage, ComesOutAsItWentIn) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 40, 50, 60, 255, 0, 7, 9, 8, 7, 0, 0, 0, 100, 110, 120};
  const DecodedImage image = decode_png(test::png_of(picture_of(3, 2, Colour::rgb, bytes)), "x");
  EXPECT_EQ(image.size, (ImageSize{3, 2, 3}));
  EXPECT_EQ(image.bytes, bytes);
}

TEST(PngImage, OfAnyDepthAndWithAPalette) {
  PngPicture deep = picture_of(3, 1, Colour::grey, {0x80, 0x80, 0xFF, 0xFF, 0x00, 0xFF});
  deep.depth = 16;
  EXPECT_THAT(decoded(test::png_of(deep), 1), ElementsAre(0x80, 0xFF, 1));
  PngPicture flat = picture_of(4, 1, Colour::grey, {0b1010'0000});
  flat.depth = 1;
  EXPECT_THAT(decoded(test::png_of(flat), 1), ElementsAre(255, 0, 255, 0));
  PngPicture indexed = picture_of(2, 1, Colour::palette, {1, 0});
  indexed.palette = {10, 20, 30, 40, 50, 60};
  EXPECT_THAT(decoded(test::png_of(indexed)), ElementsAre(40, 50, 60, 10, 20, 30));
}

TEST(PngImage, WhatIsTransparentLiesOverWhite) {
  const auto colour = picture_of(3, 1, Colour::rgb_alpha, {10, 20, 30, 255, 10, 20, 30, 0, 100, 0, 200, 51});
  EXPECT_THAT(decoded(test::png_of(colour)), ElementsAre(10, 20, 30, 255, 255, 255, 224, 204, 244));
  const auto grey = picture_of(2, 1, Colour::grey_alpha, {10, 255, 10, 0});
  EXPECT_THAT(decoded(test::png_of(grey), 1), ElementsAre(10, 255));
  PngPicture indexed = picture_of(2, 1, Colour::palette, {0, 1});
  indexed.palette = {10, 20, 30, 40, 50, 60};
  indexed.transparency = {0, 255};
  EXPECT_THAT(decoded(test::png_of(indexed)), ElementsAre(255, 255, 255, 40, 50, 60));
}

TEST(PngImage, InterlacedIsTheSamePicture) {
  PngPicture picture = picture_of(9, 5, Colour::rgb, {});
  for (int k = 0; k < 9 * 5 * 3; ++k) picture.bytes.push_back(static_cast<std::uint8_t>(7 * k));
  picture.interlaced = true;
  EXPECT_EQ(decoded(test::png_of(picture)), picture.bytes);
}

TEST(PngImage, GreyBecomesColourAndColourGreyWhereThatIsWanted) {
  EXPECT_THAT(decoded(test::plain_png(1, 1, {77}), 3), ElementsAre(77, 77, 77));
  EXPECT_THAT(decoded(test::plain_png(1, 1, {255, 0, 0}), 1), ElementsAre(76));
  EXPECT_THAT(decoded(test::plain_png(1, 1, {0, 255, 0}), 1), ElementsAre(150));
  EXPECT_THAT(decoded(test::plain_png(1, 1, {0, 0, 255}), 1), ElementsAre(29));
  EXPECT_THAT(decoded(test::plain_png(1, 1, {255, 255, 255}), 1), ElementsAre(255));
}

TEST(PngImage, DamagedOnesAreRefused) {
  const std::string file = test::png_of(picture_of(2, 2, Colour::rgb, std::vector<std::uint8_t>(12, 9)));
  for (std::size_t length = 8; length < file.size(); ++length) {
    EXPECT_THAT(refusal_of([&] { decoded(file.substr(0, length)); }), AllOf(HasSubstr("x: the PNG data"))) << length;
  }
  std::string flipped = file;
  flipped[45] = static_cast<char>(flipped[45] ^ 1);
  EXPECT_THAT(refusal_of([&] { decoded(flipped); }), HasSubstr("x: the PNG data are damaged ("));
}

TEST(PngImage, ImpossibleSidesAreRefusedByTheHead) {
  const auto refusal = [](std::uint32_t width, std::uint32_t height) {
    return refusal_of([&] { decoded(test::png_head(width, height)); });
  };
  EXPECT_EQ(refusal(100000, 100000), "x: expected sides of 1 to 20000 pixels, got 100000 x 100000");
  EXPECT_EQ(refusal(0, 5), "x: expected sides of 1 to 20000 pixels, got 0 x 5");
  EXPECT_EQ(refusal(0xFFFFFFFF, 1), "x: expected sides of 1 to 20000 pixels, got 4294967295 x 1");
  EXPECT_EQ(refusal(20000, 20000), "x: expected at most 100000000 pixels, got 20000 x 20000");
}

TEST(JpegImage, IsNearWhatWentIn) {
  for (const bool progressive : {false, true}) {
    JpegPicture picture = photograph(40, 24);
    picture.progressive = progressive;
    const DecodedImage image = decode_jpeg(test::jpeg_of(picture), {3, 24, 40}, "x");
    EXPECT_EQ(image.size, (ImageSize{3, 24, 40}));
    EXPECT_LE(largest_difference(image.bytes, picture.bytes), 8);
  }
}

TEST(JpegImage, GreyAndColourBecomeEachOther) {
  const JpegPicture grey = photograph(16, 16, JpegPicture::Colour::grey);
  const std::string file = test::jpeg_of(grey);
  const auto one = decode_jpeg(file, {1, 16, 16}, "x").bytes;
  EXPECT_LE(largest_difference(one, grey.bytes), 4);
  const auto three = decode_jpeg(file, {3, 16, 16}, "x").bytes;
  for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(three[3 * k + k % 3], one[k]);
  EXPECT_THAT(decode_jpeg(test::plain_jpeg(8, 8, {255, 0, 0}), {1, 8, 8}, "x").bytes, Each(testing::AnyOf(75, 76, 77)));
}

TEST(JpegImage, IsDecodedAtTheSmallestScaleThatIsNotBelowTheWantedSize) {
  const std::string file = test::jpeg_of(photograph(160, 80));
  const auto size = [&](std::int64_t height, std::int64_t width) {
    return decode_jpeg(file, {3, height, width}, "x").size;
  };
  EXPECT_EQ(size(80, 160), (ImageSize{3, 80, 160}));
  EXPECT_EQ(size(40, 80), (ImageSize{3, 40, 80}));
  EXPECT_EQ(size(41, 80), (ImageSize{3, 80, 160}));
  EXPECT_EQ(size(5, 80), (ImageSize{3, 40, 80}));
  EXPECT_EQ(size(1, 1), (ImageSize{3, 10, 20}));
  EXPECT_EQ(size(500, 500), (ImageSize{3, 80, 160}));
}

TEST(JpegImage, DamagedOnesAreRefused) {
  const std::string file = test::jpeg_of(photograph(40, 24));
  for (std::size_t length = 3; length < file.size(); length += 7) {
    EXPECT_THAT(refusal_of([&] { decoded(file.substr(0, length)); }), HasSubstr("x: the JPEG data")) << length;
  }
  EXPECT_THAT(refusal_of([&] { decoded(file.substr(0, file.size() - 30)); }), HasSubstr("Premature end"));
  std::string corrupt = file;
  for (std::size_t k = file.size() - 60; k < file.size() - 30; ++k) corrupt[k] = '\xFF';
  EXPECT_THAT(refusal_of([&] { decoded(corrupt); }), HasSubstr("x: the JPEG data are damaged ("));
}

TEST(JpegImage, CmykIsRefused) {
  const std::string file = test::jpeg_of(photograph(16, 16, JpegPicture::Colour::cmyk));
  EXPECT_EQ(refusal_of([&] { decoded(file); }),
            "x: expected a grey or colour image, got a JPEG image of 4 colours (CMYK)");
}

TEST(JpegImage, ImpossibleSidesAreRefusedByTheHead) {
  std::string file = test::plain_jpeg(8, 8);
  const std::size_t frame = file.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  file.replace(frame + 5, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(refusal_of([&] { decoded(file); }), "x: expected sides of 1 to 20000 pixels, got 65535 x 65535");
  file.replace(frame + 5, 2, std::string(2, '\0'));
  EXPECT_EQ(refusal_of([&] { decoded(file); }), "x: expected sides of 1 to 20000 pixels, got 65535 x 0");
}

class ImageFiles : public testing::Test {
 protected:
  ImageFile file(const std::string& name, const std::string& content) { return {folder_.file(name, content), ""}; }
  test::TemporaryFolder folder_;
};

TEST_F(ImageFiles, AreKnownByTheirContent) {
  const ImageFacts png = read_image_facts(file("a.jpg", test::plain_png(5, 7)));
  EXPECT_EQ(png.width, 5);
  EXPECT_EQ(png.height, 7);
  EXPECT_FALSE(png.grey);
  const ImageFacts jpeg = read_image_facts(file("b.png", test::plain_jpeg(9, 3, {50})));
  EXPECT_EQ(jpeg.width, 9);
  EXPECT_EQ(jpeg.height, 3);
  EXPECT_TRUE(jpeg.grey);
}

TEST_F(ImageFiles, TheFrameOfAPhotographMayLieFarBack) {
  const std::string photo = test::jpeg_of(photograph(40, 24));
  for (const int segments : {1, 3}) {  // of 60000 bytes, as cameras' notes are
    std::string noted = photo.substr(0, 2);
    for (int k = 0; k < segments; ++k) noted += std::string("\xFF\xE1\xEA\x62", 4) + std::string(60000, 'n');
    noted += photo.substr(2);
    EXPECT_EQ(read_image_facts(file("a.jpg", noted)).width, 40) << segments;
    EXPECT_EQ(decoded(noted), decoded(photo));
  }
}

TEST_F(ImageFiles, WhatIsNoImageIsRefusedByName) {
  const auto refusal = [](const ImageFile& file, Fault fault = Fault::data) {
    return refusal_of([&] { read_image_facts(file); }, fault);
  };
  EXPECT_EQ(refusal(file("a.png", "some text in a file")),
            folder_.path("a.png") + ": expected a PNG or JPEG image, got a file that begins with \"some text in a f\"");
  EXPECT_EQ(refusal(file("b.png", "")), folder_.path("b.png") + ": expected a PNG or JPEG image, got an empty file");
  EXPECT_THAT(refusal({folder_.folder(), "list.csv: row 3"}, Fault::no_input),
              "list.csv: row 3: " + folder_.folder() + ": expected an image file, got a folder");
  EXPECT_EQ(refusal({folder_.path("no.png"), "list.csv: row 4"}, Fault::no_input),
            "list.csv: row 4: " + folder_.path("no.png") + ": cannot open: No such file or directory");
  EXPECT_THAT(refusal({"/dev/null", ""}, Fault::no_input), HasSubstr("got a device or pipe"));
  EXPECT_THAT(refusal(file("c.jpg", "\xFF\xD8\xFF")), HasSubstr("c.jpg: the JPEG data end too early"));
}

TEST_F(ImageFiles, OnADiskThatFailsAreNotMissing) {
  const ImageFile image = file("a.jpg", test::plain_jpeg(50, 80));
  for (const auto& [call, words] : {std::pair("open", "cannot open"), {"read", "cannot read"}}) {
    const test::BrokenCall broken(folder_.folder(), call, 1, "EIO");
    EXPECT_EQ(refusal_of([&] { read_image_facts(image); }, Fault::io),
              joined(folder_.path("a.jpg"), ": ", words, ": Input/output error"));
  }
}

TEST_F(ImageFiles, AreBroughtToTheWantedSize) {
  std::vector<std::uint8_t> out(3 * 4 * 5);
  read_image(file("a.jpg", test::plain_jpeg(50, 80)), {3, 4, 5}, out.data());
  for (std::size_t k = 0; k < out.size(); ++k) {
    EXPECT_NEAR(out[k], k % 3 == 0 ? 200 : k % 3 == 1 ? 100 : 50, 3);
  }
}

TEST_F(ImageFiles, AreNamedInAnyCase) {
  for (const char* name : {"a.png", "b.JPG", "c/d.Jpeg"}) EXPECT_TRUE(has_image_name(name)) << name;
  for (const char* name : {"a.gif", "png", ".png", "a.png.gz", ""}) EXPECT_FALSE(has_image_name(name)) << name;
}

}  // namespace
}  // namespace pauc
