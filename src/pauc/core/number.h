#pragma once

#include <optional>
#include <string_view>

namespace pauc {

std::string_view trimmed(std::string_view text);

// The double nearest to a decimal number such as "-1.5e-3", spaces around it and a leading + allowed; "nan" and "inf"
// in any case are read as such, so that the caller can name them. Nothing when the text is anything else.
std::optional<double> parse_number(std::string_view text);

}  // namespace pauc
