#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

bool is_jpeg(std::string_view head);

// From the frame header, which may lie behind pages of notes and a small picture for cameras' screens; none: not within
// these first bytes. `name` stands in refusals.
std::optional<ImageFacts> jpeg_facts(std::string_view head, const std::string& name);

// At the smallest scale of 1, 1/2, 1/4 and 1/8 at which no side is below the wanted one, so that not every pixel of a
// large photograph is made. Of the wanted size the channels are met, the sides only nearly.
DecodedImage decode_jpeg(std::string_view file, const ImageSize& wanted, const std::string& name);

}  // namespace pauc
