#include "pauc/data/table/number_form.h"

#include <algorithm>

#include "pauc/core/text/number.h"

namespace pauc {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }
bool has(std::string_view text, char c) { return text.find(c) != std::string_view::npos; }

std::string without(std::string_view text, char unwanted) {
  std::string rest(text);
  rest.erase(std::remove(rest.begin(), rest.end(), unwanted), rest.end());
  return rest;
}

// "1,234,567", "1,234.5"; with points between the groups "1.234.567", "1.234,5". A group never starts with 0 first.
bool has_groups_of_three(std::string_view text, char between) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  std::size_t at = text.find(between);
  if (at == std::string_view::npos || at == 0 || at > 3 || text[0] == '0' || !all_digits(text.substr(0, at))) {
    return false;
  }
  for (; at < text.size() && text[at] == between; at += 4) {
    if (text.size() < at + 4 || !all_digits(text.substr(at + 1, 3))) return false;
  }
  return at == text.size() || text[at] == (between == ',' ? '.' : ',');
}

std::optional<FormedNumber> formed(NumberForm form, const std::string& plain) {
  const auto value = parse_number(plain);
  if (!value) return std::nullopt;
  return FormedNumber{form, *value};
}

// With a comma, or with several points.
std::optional<FormedNumber> grouped_number(std::string_view text) {
  const auto commas = std::count(text.begin(), text.end(), ',');
  const auto points = std::count(text.begin(), text.end(), '.');
  if (has_groups_of_three(text, ',')) {
    if (commas > 1 || points > 0) return formed(NumberForm::comma_groups, without(text, ','));
    const std::size_t comma = text.find(',');
    return formed(NumberForm::unclear_comma, std::string(text).replace(comma, 1, "."));
  }
  if (commas > 1 || (points > 0 && !has_groups_of_three(text, '.'))) return std::nullopt;
  constexpr std::ptrdiff_t kMostPoints = 2;  // 192.168.100.200 is an address
  if (commas == 0 && points > kMostPoints) return std::nullopt;
  std::string plain = without(text, '.');
  std::replace(plain.begin(), plain.end(), ',', '.');
  return formed(points > 0 ? NumberForm::point_groups : NumberForm::decimal_comma, plain);
}

constexpr std::string_view kMinus = "\xE2\x88\x92";
constexpr std::string_view kSpaces[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x87"};

// Length of the no-break, narrow, thin or figure space at the start of a text; 0: none.
std::size_t space_length(std::string_view text) {
  for (const std::string_view space : kSpaces) {
    if (text.substr(0, space.size()) == space) return space.size();
  }
  return 0;
}

// Whether one to three digits, the first of them not 0, or further groups of three end here.
bool ends_in_group(std::string_view text, bool is_first) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[text.size() - 1 - digits])) ++digits;
  if (!is_first) return digits >= 3;  // behind a space that was left out
  return digits >= 1 && digits <= 3 && text[text.size() - digits] != '0';
}

bool starts_with_group(std::string_view text) {
  return text.size() >= 3 && all_digits(text.substr(0, 3)) && (text.size() == 3 || !is_digit(text[3]));
}

}  // namespace

std::optional<FormedNumber> formed_number(std::string_view bare) {
  const std::size_t point = bare.find('.');
  const bool several = point != std::string_view::npos && has(bare.substr(point + 1), '.');
  if (has(bare, ',') || several) return grouped_number(bare);
  const auto value = parse_number(bare);
  if (!value) return std::nullopt;
  const NumberForm form = point == std::string_view::npos  ? NumberForm::plain
                          : has_groups_of_three(bare, '.') ? NumberForm::unclear_point
                                                           : NumberForm::decimal_point;
  return FormedNumber{form, *value};
}

double factor_of(NumberForm form, CommaMeaning meaning, Separator separator) {
  constexpr double kThousand = 1000;
  const auto if_true = [](bool is_read) { return is_read ? 1.0 : 0.0; };
  switch (form) {
    case NumberForm::plain:
      return 1;
    case NumberForm::decimal_point:
      return if_true(meaning != CommaMeaning::decimal_with_groups);
    case NumberForm::decimal_comma:
    case NumberForm::point_groups:
      return if_true(meaning != CommaMeaning::none && meaning != CommaMeaning::thousands);
    case NumberForm::comma_groups:
      return if_true(meaning == CommaMeaning::thousands || meaning == CommaMeaning::beside_points ||
                     meaning == CommaMeaning::unclear);
    case NumberForm::unclear_comma:
      if (meaning == CommaMeaning::thousands) return kThousand;
      return if_true(meaning == CommaMeaning::decimal || meaning == CommaMeaning::decimal_with_groups);
    case NumberForm::unclear_point:
      if (meaning == CommaMeaning::decimal_with_groups) return kThousand;
      if (meaning == CommaMeaning::decimal) return if_true(separator == Separator::comma);
      return if_true(meaning != CommaMeaning::unclear);
  }
  return 0;
}

std::string with_plain_signs(std::string_view text) {
  std::string plain;
  bool is_first = true;  // no space was left out yet
  while (!text.empty()) {
    if (text.substr(0, kMinus.size()) == kMinus) {
      plain += '-';
      text.remove_prefix(kMinus.size());
    } else if (const std::size_t length = space_length(text)) {
      text.remove_prefix(length);
      if (ends_in_group(plain, is_first) && starts_with_group(text)) {
        is_first = false;
      } else {
        plain += ' ';
      }
    } else {
      plain += text[0];
      text.remove_prefix(1);
    }
  }
  return std::string(trimmed(plain));
}

bool has_typographic_signs(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c == '\xC2' || c == '\xE2'; });
}

}  // namespace pauc
