#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/image/images.h"

namespace pauc {

// What the head of an image file says.
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

// Refuses, before anything is allocated for them, sides that are 0 or larger than any camera's.
void require_possible_sides(std::int64_t height, std::int64_t width, const std::string& name);

// Grey becomes colour by repetition; colour grey by Rec. 601's weights, 0.299, 0.587, 0.114, which are those of JPEG.
DecodedImage with_channels(DecodedImage image, std::int64_t channels);

}  // namespace pauc
