#pragma once

#include <string>
#include <string_view>

namespace pauc::report {

// Text made safe inside SVG or HTML, in elements and in double-quoted attributes: markup characters become entities,
// control characters blanks, and bytes that are not UTF-8 the replacement character.
std::string escaped_markup(std::string_view text);

}  // namespace pauc::report
