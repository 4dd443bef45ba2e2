#pragma once

#include <string>

namespace pauc {

// Reports that a file cannot be opened, by errno: a file that is missing or may not be read is no input; a disk that
// fails, or too many open files, is an I/O error.
[[noreturn]] void cannot_open(const std::string& path);

}  // namespace pauc
