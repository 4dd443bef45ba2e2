#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pauc/data/table/column_reading.h"

namespace pauc {

// What commas and points in a number can mean.
enum class NumberForm {
  plain,          // 12, 1e5
  decimal_point,  // 12.5, 0.125, 1.2345
  decimal_comma,  // 12,5, 0,125, 1,2345
  comma_groups,   // 1,234,567 or 1,234.5
  point_groups,   // 1.234.567 or 1.234,5
  unclear_comma,  // 1,234
  unclear_point,  // 1.234
};
constexpr int kNumberForms = 7;

// A number and its form. An unclear one has its value as a decimal number.
struct FormedNumber {
  NumberForm form = NumberForm::plain;
  double value = 0;
};

// Nothing if the text is not a number in any of the forms.
std::optional<FormedNumber> formed_number(std::string_view bare);

// The factor by which numbers of this form are multiplied in a column where commas mean this: 1000 for unclear ones
// that have groups of thousands. 0: they are not read.
double factor_of(NumberForm form, CommaMeaning meaning, Separator separator);

// With "-" for the minus sign U+2212, and without the no-break, narrow and thin spaces between groups of three digits.
// Other such spaces become ordinary ones.
std::string with_plain_signs(std::string_view text);

// Whether with_plain_signs may change a text.
bool has_typographic_signs(std::string_view text);

}  // namespace pauc
