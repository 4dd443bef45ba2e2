#include "pauc/data/image/resize.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/random.h"

namespace pauc {
namespace {

using testing::ElementsAre;

DecodedImage image_of(const ImageSize& size, int square, int linear) {
  DecodedImage image;
  image.size = size;
  for (int k = 0; k < size.bytes(); ++k) {
    image.bytes.push_back(static_cast<std::uint8_t>((square * k * k + linear * k) % 256));
  }
  return image;
}

std::vector<std::uint8_t> resized(const DecodedImage& image, const ImageSize& size) {
  std::vector<std::uint8_t> out(size.bytes());
  resize(image, size, out.data());
  return out;
}

// A triangle around the new pixel's centre, as wide as two pixels of the coarser of the two grids.
double weight_at(std::int64_t old_place, std::int64_t new_place, std::int64_t from, std::int64_t to) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double centre = (static_cast<double>(new_place) + 0.5) * scale;
  return std::max(0.0, 1 - std::abs(static_cast<double>(old_place) + 0.5 - centre) / std::max(scale, 1.0));
}

double by_definition(const DecodedImage& image, const ImageSize& size, std::int64_t y, std::int64_t x, std::int64_t c) {
  double sum = 0;
  double weights = 0;
  for (std::int64_t v = 0; v < image.size.height; ++v) {
    for (std::int64_t u = 0; u < image.size.width; ++u) {
      const double weight =
          weight_at(v, y, image.size.height, size.height) * weight_at(u, x, image.size.width, size.width);
      sum += weight * image.bytes[(v * image.size.width + u) * size.channels + c];
      weights += weight;
    }
  }
  return sum / weights;
}

TEST(Resize, IsTheWeightedMeanOfWhatAPixelCovers) {
  Random random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const std::int64_t channels = trial % 2 == 0 ? 1 : 3;
    const auto side = [&] { return static_cast<std::int64_t>(random.below(23)) + 1; };
    const DecodedImage image = image_of({channels, side(), side()}, 37, 11);
    const ImageSize size{channels, side(), side()};
    const auto out = resized(image, size);
    for (std::int64_t k = 0; k < size.bytes(); ++k) {
      const std::int64_t pixel = k / channels;
      EXPECT_NEAR(out[k], by_definition(image, size, pixel / size.width, pixel % size.width, k % channels), 1.01);
    }
  }
}

// Pillow 9.4: Image.resize((width, height), Image.BILINEAR)
TEST(Resize, GivesPillowsBytes) {
  const DecodedImage grey = image_of({1, 5, 7}, 37, 11);
  EXPECT_THAT(resized(grey, {1, 2, 3}), ElementsAre(101, 149, 178, 161, 115, 170));
  EXPECT_THAT(resized(grey, {1, 3, 7}), ElementsAre(42, 93, 107, 160, 176, 157, 175, 190, 108, 128, 137, 163, 206, 181,
                                                    146, 215, 103, 64, 99, 209, 136));
  EXPECT_THAT(resized(grey, {1, 5, 4}), ElementsAre(29, 129, 138, 159, 118, 106, 208, 180, 151, 136, 167, 206, 190, 125,
                                                    116, 165, 161, 106, 108, 166));
  const auto larger = resized(grey, {1, 9, 11});
  EXPECT_THAT(std::vector<std::uint8_t>(larger.begin(), larger.begin() + 22),
              ElementsAre(0, 22, 59, 137, 148, 110, 119, 148, 204, 161, 118, 33, 56, 86, 111, 131, 149, 159, 166, 169,
                          166, 163));
  EXPECT_THAT(resized(image_of({3, 4, 6}, 53, 29), {3, 3, 2}),
              ElementsAre(87, 173, 92, 115, 155, 107, 147, 161, 120, 144, 121, 139, 105, 92, 136, 116, 142, 92));
}

TEST(Resize, OfTheSameSizeIsACopy) {
  const DecodedImage image = image_of({3, 4, 6}, 53, 29);
  EXPECT_EQ(resized(image, image.size), image.bytes);
}

TEST(Resize, OneColourStaysAsItIs) {
  DecodedImage image;
  image.size = {3, 301, 97};
  image.bytes.assign(image.size.bytes(), 255);
  EXPECT_THAT(resized(image, {3, 8, 64}), testing::Each(255));
}

}  // namespace
}  // namespace pauc
