#pragma once

#include <string>

namespace pauc {

// Whether there is a file or folder of that name; what cannot be looked at is not there.
bool is_there(const std::string& path);

// All bytes of a file that is known to be small.
std::string content_of_file(const std::string& path);

}  // namespace pauc
