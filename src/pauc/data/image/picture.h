#pragma once

#include <cstdint>

#include "pauc/core/picture.h"
#include "pauc/data/image/images.h"

namespace pauc {

// One of the images for people to look at: as PNG, byte for byte, up to 48 pixels a side; above as JPEG, made smaller
// where a side has more than 160. Empty where it cannot be decoded.
Picture image_picture(const Images& images, std::int64_t row);

}  // namespace pauc
