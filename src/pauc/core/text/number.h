#pragma once

#include <optional>
#include <string_view>

namespace pauc {

std::string_view trimmed(std::string_view text);

// Reads a decimal number such as "-1.5e-3" as the nearest double. Accepts spaces around it, a leading +, and "nan" and
// "inf" in upper or lower case, so that the caller can name them in a message. Returns nothing for other text.
std::optional<double> parse_number(std::string_view text);

// Whether the float nearest to the value is finite; false for NaN.
inline bool fits_float(double value) {
  constexpr double kFirstTooLarge = 0x1.ffffffp127;  // half-way between the largest float and the next power of two
  return value > -kFirstTooLarge && value < kFirstTooLarge;
}

}  // namespace pauc
