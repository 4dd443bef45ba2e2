#pragma once

#include <string>
#include <string_view>

namespace pauc {

// ASCII letters in lower case; other bytes as they are.
char lower_case(char letter);
std::string lower_case(std::string_view text);

}  // namespace pauc
