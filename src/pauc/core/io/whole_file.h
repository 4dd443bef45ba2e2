#pragma once

#include <cstddef>
#include <string>

namespace pauc {

// Whether a file or folder exists; false if that cannot be determined.
bool is_there(const std::string& path);

// All bytes of a file. Refuses a file of more than `most_bytes`, before it takes their memory.
std::string content_of_file(const std::string& path, std::size_t most_bytes);

// Writes the bytes of one file to another, which appears complete or not at all.
void copy_file_atomically(const std::string& from, const std::string& to);

}  // namespace pauc
