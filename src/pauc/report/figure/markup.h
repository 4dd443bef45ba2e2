#pragma once

#include <string>
#include <string_view>

namespace pauc::report {

// Escapes a text for SVG and HTML, in elements and in double-quoted attributes: markup characters become entities,
// control characters become blanks, and bytes that are not UTF-8 become the replacement character.
std::string escaped_markup(std::string_view text);

}  // namespace pauc::report
