#pragma once

#include <cstdint>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

// Stretches an image to a size with the same number of channels. Interpolation is bilinear. When shrinking, each new
// pixel is a weighted mean of all pixels that it covers (a triangle two new pixels wide), which avoids aliasing. Rows
// are resized first, then columns, with rounding in between: the result equals Pillow's BILINEAR byte for byte.
void resize(const DecodedImage& image, const ImageSize& size, std::uint8_t* out);

}  // namespace pauc
