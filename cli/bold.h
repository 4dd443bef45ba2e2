#pragma once

#include <string>

namespace pauc::cli {

// A text in bold where a terminal is behind the descriptor, unless NO_COLOR is set.
std::string in_bold(const std::string& text, int descriptor);

}  // namespace pauc::cli
