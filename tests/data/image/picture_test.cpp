#include "pauc/data/image/picture.h"

#include <cmath>

#include "pauc/core/random.h"
#include "pauc/data/example_picture.h"
#include "pauc/data/image/jpeg.h"
#include "pauc/data/image/png.h"
#include "pauc/data/image/resize.h"

namespace pauc {
namespace {

// Soft waves, as photographs have more of than of noise; another picture for each row.
std::vector<std::uint8_t> waves(const ImageSize& size, int rows) {
  std::vector<std::uint8_t> bytes;
  for (int row = 0; row < rows; ++row) {
    for (std::int64_t k = 0; k < size.bytes(); ++k) {
      const std::int64_t pixel = k / size.channels;
      const std::int64_t y = pixel / size.width;
      const std::int64_t x = pixel % size.width;
      const auto c = static_cast<double>(k % size.channels);
      const double phase = 0.05 * static_cast<double>(x + 2 * y) + c + row;
      bytes.push_back(static_cast<std::uint8_t>(128 + 100 * std::sin(phase)));
    }
  }
  return bytes;
}

std::vector<std::uint8_t> noise(const ImageSize& size, int rows) {
  Random random(5);
  std::vector<std::uint8_t> bytes(size.bytes() * rows);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return bytes;
}

TEST(ImagePicture, OfASmallImageIsThatImage) {
  for (const ImageSize size :
       {ImageSize{1, 28, 28}, ImageSize{3, 32, 32}, ImageSize{3, 48, 7}, ImageSize{1, 1, 1}, ImageSize{3, 1, 48}}) {
    const auto bytes = noise(size, 3);
    const Picture picture = image_picture(images_in_memory(size, bytes), 1);
    EXPECT_EQ(picture.type, "image/png");
    const DecodedImage decoded = decode_png(picture.bytes, "picture");
    EXPECT_TRUE(decoded.size == size) << image_size_text(size);
    EXPECT_EQ(decoded.bytes, std::vector<std::uint8_t>(bytes.begin() + size.bytes(), bytes.begin() + 2 * size.bytes()));
  }
}

double mean_distance(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(static_cast<double>(a[k]) - static_cast<double>(b[k]));
  return sum / static_cast<double>(a.size());
}

struct Reduced {
  ImageSize from;
  ImageSize to;
};

TEST(ImagePicture, OfALargeImageIsMadeSmallerAndNearlyTheSame) {
  for (const auto& [from, to] : {Reduced{{3, 49, 49}, {3, 49, 49}}, Reduced{{1, 64, 48}, {1, 64, 48}},
                                 Reduced{{3, 160, 160}, {3, 160, 160}}, Reduced{{3, 320, 240}, {3, 160, 120}},
                                 Reduced{{1, 200, 1024}, {1, 31, 160}}, Reduced{{3, 1024, 1}, {3, 160, 1}}}) {
    const auto bytes = waves(from, 2);
    const Picture picture = image_picture(images_in_memory(from, bytes), 1);
    EXPECT_EQ(picture.type, "image/jpeg");
    const DecodedImage decoded = decode_jpeg(picture.bytes, to, "picture");
    ASSERT_TRUE(decoded.size == to) << image_size_text(decoded.size);
    DecodedImage whole;
    whole.size = from;
    whole.bytes.assign(bytes.begin() + from.bytes(), bytes.end());
    std::vector<std::uint8_t> expected(to.bytes());
    resize(whole, to, expected.data());
    EXPECT_LT(mean_distance(decoded.bytes, expected), 2) << image_size_text(from);
  }
}

// Red beside blue in every other column: with colours kept at half the columns only, both would turn violet.
TEST(ImagePicture, KeepsTheColourOfEveryPixel) {
  const ImageSize size{3, 64, 64};
  std::vector<std::uint8_t> stripes;
  for (int k = 0; k < 64 * 64; ++k) {
    const bool red = k % 2 == 0;
    for (const int value : {red ? 200 : 40, 60, red ? 40 : 200}) stripes.push_back(static_cast<std::uint8_t>(value));
  }
  const Picture picture = image_picture(images_in_memory(size, stripes), 0);
  EXPECT_LT(mean_distance(decode_jpeg(picture.bytes, size, "picture").bytes, stripes), 12);
}

TEST(ImagePicture, IsTheSameEachTime) {
  for (const ImageSize size : {ImageSize{3, 32, 32}, ImageSize{3, 200, 200}}) {
    const Images images = images_in_memory(size, waves(size, 1));
    EXPECT_EQ(image_picture(images, 0).bytes, image_picture(images, 0).bytes);
  }
}

TEST(ImagePicture, OfADamagedImageIsEmpty) {
  Images images;
  images.size = {3, 32, 32};
  images.count = 1;
  images.at = [](std::int64_t) -> ImageBytes { fail(Fault::data, "0.png: the PNG data are damaged"); };
  EXPECT_EQ(image_picture(images, 0).bytes, "");
}

TEST(ExamplePicture, OfAnImageIsThePictureAndOfATableThereIsNone) {
  Content content;
  EXPECT_EQ(picture_of(content, 0).bytes, "");
  const ImageSize size{1, 8, 8};
  content.images = images_in_memory(size, noise(size, 2));
  content.kind = InputKind::image;
  EXPECT_EQ(picture_of(content, 1).bytes, image_picture(content.images, 1).bytes);
  EXPECT_NE(picture_of(content, 1).bytes, "");
  EXPECT_NE(picture_of(content, 0).bytes, picture_of(content, 1).bytes);
}

}  // namespace
}  // namespace pauc
