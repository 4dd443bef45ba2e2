#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pauc {

// Base64 as in RFC 4648, with padding and without line breaks.
std::string base64_of(std::string_view bytes);
std::optional<std::string> bytes_of_base64(std::string_view text);  // nothing for other text

}  // namespace pauc
