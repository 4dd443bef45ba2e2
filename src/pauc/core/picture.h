#pragma once

#include <string>

namespace pauc {

// A small picture of an example as a file of its own: PNG, JPEG or SVG. Empty bytes: there is none.
struct Picture {
  std::string type;   // image/png, image/jpeg, image/svg+xml
  std::string bytes;  // of the file
};

}  // namespace pauc
