#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/image/store.h"
#include "pauc/data/options.h"

namespace pauc {

// The size that images of files are brought to, by --image-size and --image-channels or, where these say auto, by the
// files: their common size up to 64 x 64, grey if all are. `notes` tells of a size that nobody asked for.
ImageSize chosen_image_size(const DataOptions& options, const ImageFilesFacts& facts, std::vector<std::string>& notes);

// A side in pixels, digits only; 0: none.
std::int64_t parse_side(std::string_view text);

}  // namespace pauc
