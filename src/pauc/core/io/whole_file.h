#pragma once

#include <string>

namespace pauc {

// Whether a file or folder exists; false if that cannot be determined.
bool is_there(const std::string& path);

// All bytes of a file that is known to be small.
std::string content_of_file(const std::string& path);

}  // namespace pauc
