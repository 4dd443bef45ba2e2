#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

struct ImageSize {
  std::int64_t channels = 0;  // 1 grey, 3 red, green, blue
  std::int64_t height = 0;
  std::int64_t width = 0;

  std::int64_t bytes() const { return channels * height * width; }
  bool operator==(const ImageSize& other) const {
    return channels == other.channels && height == other.height && width == other.width;
  }
};

// "3x32x32", as messages and --records have it.
inline std::string image_size_text(const ImageSize& size) {
  return joined(size.channels, "x", size.height, "x", size.width);
}

// What the library reads: grey or colour, sides that a network can make something of.
constexpr std::int64_t kLargestImageSide = 1024;
inline bool is_known_size(const ImageSize& size) {
  const auto fits = [](std::int64_t side) { return side >= 1 && side <= kLargestImageSide; };
  return (size.channels == 1 || size.channels == 3) && fits(size.height) && fits(size.width);
}

// One image, [height, width, channels]; it lives as long as this is kept.
using ImageBytes = std::shared_ptr<const std::uint8_t>;

// Images of one size. Where they lie is the affair of `at`: flat memory, or files that are decoded when asked for. It
// may be called by several threads at once and refuses, with file and row, an image that cannot be decoded.
struct Images {
  ImageSize size;
  std::int64_t count = 0;
  std::function<ImageBytes(std::int64_t row)> at;
};

// Images one behind the other in flat memory.
inline Images images_in_memory(const ImageSize& size, std::vector<std::uint8_t> bytes) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  Images images;
  images.size = size;
  images.count = static_cast<std::int64_t>(kept->size()) / size.bytes();
  images.at = [kept, step = size.bytes()](std::int64_t row) { return ImageBytes(kept, kept->data() + row * step); };
  return images;
}

}  // namespace pauc
