#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pauc {

// RFC 4648 with padding, no line breaks.
std::string base64_of(std::string_view bytes);
std::optional<std::string> bytes_of_base64(std::string_view text);  // none where it is not that

}  // namespace pauc
