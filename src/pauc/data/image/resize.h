#pragma once

#include <cstdint>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

// Stretches an image to a size of as many channels: bilinear, and where it shrinks every pixel is a mean of all that it
// covers (a triangle as wide as two of its own pixels), so that fine patterns do not turn into coarse ones. Rows first,
// then columns, rounded in between: byte for byte what Pillow's BILINEAR gives.
void resize(const DecodedImage& image, const ImageSize& size, std::uint8_t* out);

}  // namespace pauc
