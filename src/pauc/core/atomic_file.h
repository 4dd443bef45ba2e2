#pragma once

#include <string>
#include <string_view>

namespace pauc {

// Writes a whole file or leaves everything as it was: a temporary file beside it, fsync, rename. A pipe or a device is
// written to directly.
void write_file_atomically(const std::string& path, std::string_view content);

}  // namespace pauc
