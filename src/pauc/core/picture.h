#pragma once

#include <string>

namespace pauc {

// A small picture of an example as the content of a PNG, JPEG or SVG file. Empty if there is none.
struct Picture {
  std::string type;   // image/png, image/jpeg, image/svg+xml
  std::string bytes;  // content of the file
};

}  // namespace pauc
