#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pauc {

std::string_view trimmed(std::string_view text);

// Reads a decimal number such as "-1.5e-3" as the nearest double. Accepts spaces around it, a leading +, and "nan" and
// "inf" in upper or lower case, so that the caller can name them in a message. Returns nothing for other text.
std::optional<double> parse_number(std::string_view text);

// "; did you mean 0.05?" for a text that is not a number, such as "5%" or "0,05"; empty if there is no guess.
std::string number_hint(std::string_view text);
// The same for a number where a rate from 0 to 1 belongs, such as 5.
std::string rate_hint(double rate);

// Whether the float nearest to the value is finite; false for NaN.
inline bool fits_float(double value) {
  constexpr double kFirstTooLarge = 0x1.ffffffp127;  // half-way between the largest float and the next power of two
  return value > -kFirstTooLarge && value < kFirstTooLarge;
}

}  // namespace pauc
