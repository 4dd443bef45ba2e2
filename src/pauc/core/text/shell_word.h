#pragma once

#include <string>

namespace pauc {

// Quotes a text, if necessary, so that a POSIX shell reads it as one word.
std::string shell_word(const std::string& text);

}  // namespace pauc
