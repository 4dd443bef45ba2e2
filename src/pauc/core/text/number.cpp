#include "pauc/core/text/number.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace pauc {

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

namespace {

// from_chars only says "out of range" for 1e999 and 1e-999. The power of ten of the first digit that is not 0 tells
// which: infinity or zero.
double out_of_range(std::string_view text) {
  const bool negative = text[0] == '-';
  const auto mantissa_end = std::min(text.find_first_of("eE"), text.size());
  const auto point = std::min(text.find('.'), mantissa_end);
  const auto digit = text.find_first_of("123456789");
  double power = static_cast<double>(point) - static_cast<double>(digit);
  if (mantissa_end < text.size()) {
    const bool minus = text[mantissa_end + 1] == '-';
    double exponent = 0;
    for (const char c : text.substr(mantissa_end + 1)) {
      if (c >= '0' && c <= '9') exponent = exponent * 10 + (c - '0');
    }
    power += minus ? -exponent : exponent;
  }
  const double size = power > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -size : size;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return out_of_range(text);
  return value;
}

namespace {

std::string did_you_mean(double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  return "; did you mean " + std::string(digits, end) + "?";
}

}  // namespace

std::string number_hint(std::string_view text) {
  text = trimmed(text);
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text.remove_suffix(1);
  std::string plain(trimmed(text));
  const std::size_t comma = plain.find(',');
  if (comma != std::string::npos) plain[comma] = '.';
  const auto number = parse_number(plain);
  return number && (percent || comma != std::string::npos) ? did_you_mean(percent ? *number / 100 : *number) : "";
}

std::string rate_hint(double rate) { return rate > 1 && rate <= 100 ? did_you_mean(rate / 100) : ""; }

}  // namespace pauc
