#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

/// Size of an image.
struct ImageSize {
  /// 1 (grey) or 3 (red, green, blue).
  std::int64_t channels = 0;
  /// Height in pixels.
  std::int64_t height = 0;
  /// Width in pixels.
  std::int64_t width = 0;

  /// Number of bytes of the image.
  std::int64_t bytes() const { return channels * height * width; }
  /// Whether all sizes are equal.
  bool operator==(const ImageSize& other) const {
    return channels == other.channels && height == other.height && width == other.width;
  }
};

/// "3x32x32", as in messages and in the option `records`.
inline std::string image_size_text(const ImageSize& size) {
  return joined(size.channels, "x", size.height, "x", size.width);
}

/// Largest height and width that models read.
constexpr std::int64_t kLargestImageSide = 1024;

/// Whether models can read images of this size: 1 or 3 channels, sides of 1 to kLargestImageSide pixels.
inline bool is_known_size(const ImageSize& size) {
  const auto fits = [](std::int64_t side) { return side >= 1 && side <= kLargestImageSide; };
  return (size.channels == 1 || size.channels == 3) && fits(size.height) && fits(size.width);
}

/// Bytes of one image, [height, width, channels], which live as long as this pointer.
using ImageBytes = std::shared_ptr<const std::uint8_t>;

/// Images of one size.
struct Images {
  /// Size of every image.
  ImageSize size;
  /// Number of images.
  std::int64_t count = 0;
  /// Returns one image, from memory or decoded from its file on demand. Several threads may call it at once. An image
  /// that cannot be decoded is refused with its file and row.
  std::function<ImageBytes(std::int64_t row)> at;
};

/// Images stored one after the other in memory.
inline Images images_in_memory(const ImageSize& size, std::vector<std::uint8_t> bytes) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  Images images;
  images.size = size;
  images.count = static_cast<std::int64_t>(kept->size()) / size.bytes();
  images.at = [kept, step = size.bytes()](std::int64_t row) { return ImageBytes(kept, kept->data() + row * step); };
  return images;
}

}  // namespace pauc
