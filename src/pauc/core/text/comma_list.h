#pragma once

#include <string_view>
#include <vector>

namespace pauc {

// The parts of a list such as "256, 128", without the spaces around them. Empty parts stay, so that the caller can
// refuse them: "1,,2" and "1,2," have three. An empty text has one part, which is empty. The parts are views of `text`.
std::vector<std::string_view> comma_parts(std::string_view text);

}  // namespace pauc
