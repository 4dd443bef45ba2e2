#pragma once

#include <string>

namespace pauc {

// All bytes of a file that is known to be small.
std::string content_of_file(const std::string& path);

}  // namespace pauc
