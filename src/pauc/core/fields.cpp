#include "pauc/core/fields.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"

namespace pauc {

std::string setting_text(const std::string& value) { return value; }
std::string setting_text(double value) { return joined(value); }
std::string setting_text(std::int64_t value) { return joined(value); }
std::string setting_text(bool value) { return value ? "on" : "off"; }

std::string setting_text(const std::vector<std::int64_t>& value) {
  std::string text;
  for (const std::int64_t number : value) text += joined(text.empty() ? "" : ",", number);
  return text;
}

void read_setting(std::string& value, const std::string& text, const std::string& /*where*/) { value = text; }

void read_setting(double& value, const std::string& text, const std::string& where) {
  const auto number = parse_number(text);
  require_usage(number.has_value(), where, ": expected a number, got \"", text, '"', number_hint(text));
  value = *number;
}

void read_setting(std::int64_t& value, const std::string& text, const std::string& where) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return;
  const auto number = parse_number(text);          // 1e5, 20.0
  constexpr double kLargest = 9007199254740992.0;  // from here on not every whole number is a double
  const bool whole = number && std::abs(*number) <= kLargest && *number == std::floor(*number);
  require_usage(whole, where, ": expected a whole number, got \"", text, '"');
  value = static_cast<std::int64_t>(*number);
}

void read_setting(bool& value, const std::string& text, const std::string& where) {
  require_usage(text == "on" || text == "off", where, ": expected on or off, got \"", text, '"');
  value = text == "on";
}

void read_setting(std::vector<std::int64_t>& value, const std::string& text, const std::string& where) {
  value.clear();
  for (const std::string_view part : comma_parts(text)) read_setting(value.emplace_back(), std::string(part), where);
}

std::string flag_name(std::string name) {
  for (char& c : name) {
    if (c == '_') c = '-';
  }
  return "--" + name;
}

}  // namespace pauc
