#pragma once

#include <string>
#include <string_view>

namespace pauc {

// Length in bytes of the first character of a UTF-8 text. 0 if the bytes are not valid UTF-8 (Unicode 15, table 3-7),
// or are U+FFFE or U+FFFF, which are not characters.
std::size_t character_length(std::string_view text);

// The text on one line, safe for a terminal: control characters, marks that change the direction of writing, and bytes
// that are not UTF-8 become \xNN.
std::string printable(std::string_view text);

}  // namespace pauc
