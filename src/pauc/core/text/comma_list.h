#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// The parts of a list such as "256, 128", without the spaces around them. Empty parts stay, so that the caller can
// refuse them: "1,,2" and "1,2," have three. An empty text has one part, which is empty. The parts are views of `text`.
std::vector<std::string_view> comma_parts(std::string_view text);

// The texts of a list such as "A, B", without the spaces around them. A text with a comma is quoted as in CSV:
// "\"age, years\",sex". A comma at the end is forgiven.
std::vector<std::string> listed_texts(std::string_view text);

// The reverse, with quotes where they are necessary.
std::string text_list(const std::vector<std::string>& texts);

}  // namespace pauc
