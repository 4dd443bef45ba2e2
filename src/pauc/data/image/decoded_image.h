#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/image/images.h"

namespace pauc {

// The facts in the header of an image file.
struct ImageFacts {
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool grey = false;
};

// Bytes [height, width, channels] of 1 (grey) or 3 channels (red, green, blue).
struct DecodedImage {
  ImageSize size;
  std::vector<std::uint8_t> bytes;
};

// Refuses sides that are 0 or larger than any camera's. To be called before memory is allocated for the image.
void require_possible_sides(std::int64_t height, std::int64_t width, const std::string& name);

// Converts grey to colour by repeating the channel, and colour to grey with the weights of Rec. 601 and JPEG: 0.299,
// 0.587, 0.114.
DecodedImage with_channels(DecodedImage image, std::int64_t channels);

}  // namespace pauc
