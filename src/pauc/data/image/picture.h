#pragma once

#include <cstdint>

#include "pauc/core/picture.h"
#include "pauc/data/image/images.h"

namespace pauc {

// One image for people to look at: an exact PNG if its sides are at most 48 pixels, otherwise a JPEG with sides of at
// most 160 pixels. Empty if the image cannot be decoded.
Picture image_picture(const Images& images, std::int64_t row);

}  // namespace pauc
