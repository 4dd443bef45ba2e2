#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/image/store.h"
#include "pauc/data/options.h"

namespace pauc {

// The size to resize images to, as image_size and image_channels say. "auto" keeps the common size of the files up to
// 64 x 64 and otherwise takes 64 x 64; images are grey if all files are grey. Adds a note if images are resized without
// being asked for.
ImageSize chosen_image_size(const DataOptions& options, const ImageFilesFacts& facts, std::vector<std::string>& notes);

// Reads a number of pixels, digits only; returns 0 for other text.
std::int64_t parse_side(std::string_view text);

}  // namespace pauc
