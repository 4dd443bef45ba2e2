#pragma once

#include <optional>
#include <string_view>

namespace pauc {

std::string_view trimmed(std::string_view text);

// The double nearest to a decimal number such as "-1.5e-3", spaces around it and a leading + allowed; "nan" and "inf"
// in any case are read as such, so that the caller can name them. Nothing when the text is anything else.
std::optional<double> parse_number(std::string_view text);

// Whether the float nearest to the value is finite; false for NaN.
inline bool fits_float(double value) {
  constexpr double kFirstTooLarge = 0x1.ffffffp127;  // half-way between the largest float and the next power of two
  return value > -kFirstTooLarge && value < kFirstTooLarge;
}

}  // namespace pauc
