#include "pauc/data/image/decoded_image.h"

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kLargestSide = 20000;
constexpr std::int64_t kMostPixels = 100'000'000;

// In units of 2^-16.
constexpr std::uint32_t kRed = 19595;
constexpr std::uint32_t kGreen = 38470;
constexpr std::uint32_t kBlue = 7471;
constexpr std::uint32_t kHalf = 32768;

std::uint8_t grey_of(const std::uint8_t* colour) {
  return static_cast<std::uint8_t>((kRed * colour[0] + kGreen * colour[1] + kBlue * colour[2] + kHalf) >> 16);
}

}  // namespace

void require_possible_sides(std::int64_t height, std::int64_t width, const std::string& name) {
  const auto possible = [](std::int64_t side) { return side >= 1 && side <= kLargestSide; };
  require(possible(height) && possible(width), name, ": expected sides of 1 to ", kLargestSide, " pixels, got ", width,
          " x ", height);
  require(height * width <= kMostPixels, name, ": expected at most ", kMostPixels, " pixels, got ", width, " x ",
          height);
}

DecodedImage with_channels(DecodedImage image, std::int64_t channels) {
  if (image.size.channels == channels) return image;
  const std::int64_t pixels = image.size.height * image.size.width;
  DecodedImage result;
  result.size = {channels, image.size.height, image.size.width};
  result.bytes.resize(result.size.bytes());
  for (std::int64_t k = 0; k < pixels; ++k) {
    if (channels == 1) {
      result.bytes[k] = grey_of(&image.bytes[3 * k]);
    } else {
      for (std::int64_t c = 0; c < 3; ++c) result.bytes[3 * k + c] = image.bytes[k];
    }
  }
  return result;
}

}  // namespace pauc
