#pragma once

#include <cstddef>
#include <string>

namespace pauc {

// Run folders are mailed about: what lies in one may be a link to somebody's other files, a pipe or a device, and of
// any size. These look before they open.

// Refuses a path that leads out of the folder, by links too.
void require_inside(const std::string& folder, const std::string& path);

// Refuses what is no regular file of the folder, and one that is compressed; returns the path.
const std::string& checked_file(const std::string& folder, const std::string& path);

// All bytes of such a file; more than `most_bytes` are refused.
std::string content_of_folder_file(const std::string& folder, const std::string& path, std::size_t most_bytes);

}  // namespace pauc
