#pragma once

#include <string>
#include <string_view>

#include "pauc/data/image/decoded_image.h"

namespace pauc {

// A PNG or JPEG file; its content shows which of the two it is.
struct ImageFile {
  std::string path;
  std::string place;  // where the file is named, for error messages: "list.csv: row 3"; may be empty

  std::string name() const { return place.empty() ? path : place + ": " + path; }
};

// Whether the name ends in .png, .jpg or .jpeg, in upper or lower case.
bool has_image_name(std::string_view path);

// Reads only the header, which takes a few kilobytes of most files.
ImageFacts read_image_facts(const ImageFile& file);

// Reads the image, stretches it to exactly this size and writes it to out: [height, width, channels].
void read_image(const ImageFile& file, const ImageSize& size, std::uint8_t* out);

// Decodes the bytes of a file. The image keeps its size, except that a large JPEG may be decoded at a smaller scale
// with sides not below the wanted ones.
DecodedImage decode_image(std::string_view bytes, const ImageSize& wanted, const std::string& name);

}  // namespace pauc
