#pragma once

#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

// A PNG or JPEG file; which of the two is told by its content.
struct ImageFile {
  std::string path;
  std::string place;  // where it is named, for refusals: "list.csv: row 3"; empty: nowhere but in its folder

  std::string name() const { return place.empty() ? path : place + ": " + path; }
};

// Whether a file's name says that it is one: .png, .jpg or .jpeg in any case.
bool has_image_name(std::string_view path);

// The facts of the head alone, without decoding: a few kilobytes are read of most files.
ImageFacts read_image_facts(const ImageFile& file);

// The image at exactly this size, stretched to it, into out: [height, width, channels].
void read_image(const ImageFile& file, const ImageSize& size, std::uint8_t* out);

// The same of a file's bytes, its sides as they come out of decoding (JPEG: near the wanted ones, at least these).
DecodedImage decode_image(std::string_view bytes, const ImageSize& wanted, const std::string& name);

}  // namespace pauc
