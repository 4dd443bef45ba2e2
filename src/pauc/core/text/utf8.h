#pragma once

#include <string>
#include <string_view>

namespace pauc {

// Length in bytes of the character at the front of a text in UTF-8; 0 where the bytes are none (Unicode 15, table 3-7)
// or one of the code points that no text may hold (U+FFFE, U+FFFF).
std::size_t character_length(std::string_view text);

// The text on one line and without anything that steers a terminal: control characters, marks that turn the direction
// of writing, and bytes that are not UTF-8 become \xNN.
std::string printable(std::string_view text);

}  // namespace pauc
