#pragma once

#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

bool is_png(std::string_view head);

// Reads the first 33 bytes. `name` is the file's name in error messages.
ImageFacts png_facts(std::string_view head, const std::string& name);

// Decodes a PNG of any depth, palette or interlacing. Transparent pixels are drawn over white. The image has the
// channels of the file.
DecodedImage decode_png(std::string_view file, const std::string& name);

}  // namespace pauc
