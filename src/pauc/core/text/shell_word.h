#pragma once

#include <string>

namespace pauc {

// A word that a shell (POSIX) reads as it stands, in quotation marks where it has to be.
std::string shell_word(const std::string& text);

}  // namespace pauc
