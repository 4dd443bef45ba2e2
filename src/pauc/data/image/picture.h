#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/data/image/images.h"

namespace pauc {

// One image for people to look at: an exact PNG if its sides are at most 48 pixels, otherwise a JPEG with sides of at
// most 160 pixels. Empty if the image cannot be decoded. With `contributions` of patches, `across` of them side by
// side, the patches are coloured by them.
Picture image_picture(const Images& images, std::int64_t row, const std::vector<double>& contributions = {},
                      std::int64_t across = 0);

// The patch that a pixel belongs to, of `patches` along a side of so many pixels.
inline std::int64_t patch_of(std::int64_t pixel, std::int64_t pixels, std::int64_t patches) {
  return pixel * patches / pixels;
}

}  // namespace pauc
