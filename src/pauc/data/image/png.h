#pragma once

#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

bool is_png(std::string_view head);

// From the first 33 bytes. `name` stands in refusals.
ImageFacts png_facts(std::string_view head, const std::string& name);

// Of any depth, palette, transparency (laid over white) or interlacing; with the channels that the file has.
DecodedImage decode_png(std::string_view file, const std::string& name);

}  // namespace pauc
