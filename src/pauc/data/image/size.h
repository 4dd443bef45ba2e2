#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/image/store.h"
#include "pauc/data/options.h"

namespace pauc {

// The size to resize images to: as given by image_size and image_channels or, for auto, by the files: their common size
// up to 64 x 64, otherwise 64 x 64; grey if all are grey. Adds a note if images are resized unasked.
ImageSize chosen_image_size(const DataOptions& options, const ImageFilesFacts& facts, std::vector<std::string>& notes);

// Reads a number of pixels, digits only; returns 0 for other text.
std::int64_t parse_side(std::string_view text);

}  // namespace pauc
