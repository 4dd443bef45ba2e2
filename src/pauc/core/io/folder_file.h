#pragma once

#include <cstddef>
#include <string>

namespace pauc {

// People send each other run folders. A file in such a folder may be a link to other files of the reader, a pipe, a
// device or very large. These functions check before they open it.

// Refuses a path that leads out of the folder, directly or through a link.
void require_inside(const std::string& folder, const std::string& path);

// Returns the path. Refuses anything but a regular, uncompressed file inside the folder.
const std::string& checked_file(const std::string& folder, const std::string& path);

// All bytes of such a file. Refuses a file of more than `most_bytes`.
std::string content_of_folder_file(const std::string& folder, const std::string& path, std::size_t most_bytes);

}  // namespace pauc
