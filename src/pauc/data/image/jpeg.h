#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

bool is_jpeg(std::string_view head);

// Reads the frame header, which may come after pages of metadata and a thumbnail. Returns nothing if it is not within
// these first bytes. `name` is the file's name in error messages.
std::optional<ImageFacts> jpeg_facts(std::string_view head, const std::string& name);

// Decodes at the smallest scale of 1, 1/2, 1/4 and 1/8 at which no side is below the wanted one, which saves time on
// large photographs. The result has the wanted channels; its sides may be larger than wanted.
DecodedImage decode_jpeg(std::string_view file, const ImageSize& wanted, const std::string& name);

}  // namespace pauc
