#include "pauc/data/table/column_reading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/table/number_form.h"

namespace pauc {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

constexpr std::array<std::string_view, 3> kBounds = {"<", ">", "~"};
constexpr std::array<std::string_view, 2> kWideBounds = {"\xE2\x89\xA4", "\xE2\x89\xA5"};  // <= and >= as one sign

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// Without < or > in front and + behind.
std::string_view without_bound(std::string_view text) {
  for (const auto bound : kWideBounds) {
    if (starts_with(text, bound)) return trimmed(text.substr(bound.size()));
  }
  for (const auto bound : kBounds) {
    if (!starts_with(text, bound)) continue;
    text.remove_prefix(1);
    if (starts_with(text, "=")) text.remove_prefix(1);
    return trimmed(text);
  }
  if (text.size() > 1 && text.back() == '+') return trimmed(text.substr(0, text.size() - 1));
  return text;
}

std::string_view without_percent_sign(std::string_view text) {
  if (has_percent_sign(text)) text.remove_suffix(1);
  return trimmed(text);
}

std::optional<int> small_number(std::string_view text) {
  if (text.size() > 4 || !all_digits(text)) return std::nullopt;
  int value = 0;
  for (const char c : text) value = 10 * value + (c - '0');
  return value;
}

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in(int year, int month) {
  constexpr int kDays[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

// Of the Gregorian calendar, from 1970-01-01 on.
std::int64_t days_since_1970(int year, int month, int day) {
  std::int64_t days = day - 1;
  for (int m = 1; m < month; ++m) days += days_in(year, m);
  const std::int64_t before = year - 1;
  constexpr std::int64_t kUntil1970 = 719162;  // days from 0001-01-01
  return days + 365 * before + before / 4 - before / 100 + before / 400 - kUntil1970;
}

// Behind a date: nothing, or a time such as " 12:30", "T12:30:00Z".
bool is_time(std::string_view text) {
  if (text.empty()) return true;
  if ((text[0] != ' ' && text[0] != 'T') || text.size() < 5) return false;
  return is_digit(text[1]) && text.find(':') != std::string_view::npos &&
         text.find_first_not_of("0123456789:.+-ZTAPMapm ") == std::string_view::npos;
}

}  // namespace

void FoundTexts::add(std::string_view text) {
  ++count;
  if (first.size() == kMostFirst || std::find(first.begin(), first.end(), text) != first.end()) return;
  first.emplace_back(text);
}

bool ColumnFindings::empty() const {
  return commas.count + percents.count + censored.count + signs.count + dates.count + words.count + odd.count == 0;
}

MissingWords::MissingWords(std::vector<std::string> words) : words_(std::move(words)) {
  for (const std::string& word : words_) {
    if (const auto number = parse_number(word)) numbers_.push_back(*number);
  }
}

bool MissingWords::has(std::string_view text) const {
  if (std::find(words_.begin(), words_.end(), text) != words_.end()) return true;
  if (numbers_.empty()) return false;
  const auto number = parse_number(text);
  return number && std::find(numbers_.begin(), numbers_.end(), *number) != numbers_.end();
}

bool means_missing(std::string_view text) {
  if (text.empty()) return true;
  if (text.size() > 4) return false;
  for (const char* word : {"NA", "N/A", "nan", "NaN", "NAN", "null", "NULL", "None", "?"}) {
    if (text == word) return true;
  }
  return false;
}

bool means_missing_number(std::string_view text) {
  constexpr std::size_t kLongest = 14;
  if (means_missing(text)) return true;
  if (text.size() > kLongest || std::string_view("-*.#(<nNuUmM").find(text[0]) == std::string_view::npos) return false;
  const std::string word = lower_case(text);
  for (const char* known : {"-",     "--",    "---",    "n/a",      "na",      "n.a.",          "nan",
                            "null",  "none",  "nil",    "unknown",  "unk",     "missing",       "not known",
                            "nd",    "n.d.",  "n/d",    "not done", "*",       "not available", "not measured",
                            ".",     "..",    "...",    "#n/a",     "#value!", "#div/0!",       "#null!",
                            "#num!", "#ref!", "#name?", "(null)",   "<na>",    "undefined"}) {
    if (word == known) return true;
  }
  return false;
}

bool has_percent_sign(std::string_view text) { return text.size() > 1 && text.back() == '%'; }
bool is_censored(std::string_view text) { return without_bound(text).size() < text.size(); }
std::string_view bare_number(std::string_view text) { return without_percent_sign(without_bound(text)); }

std::optional<DateParts> date_parts(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() < 8 || text.size() > kLongest || !is_digit(text[0])) return std::nullopt;
  const std::size_t one = text.find_first_not_of("0123456789");
  const char between = one == std::string_view::npos ? ' ' : text[one];
  if (between != '-' && between != '/' && between != '.') return std::nullopt;
  const std::size_t two = text.find(between, one + 1);
  if (two == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", two + 1), text.size());
  const auto first = small_number(text.substr(0, one));
  const auto second = small_number(text.substr(one + 1, two - one - 1));
  const auto third = small_number(text.substr(two + 1, end - two - 1));
  if (!first || !second || !third || !is_time(text.substr(end))) return std::nullopt;
  const bool year_first = one == 4;
  if (!year_first && end - two - 1 != 4) return std::nullopt;
  const DateParts parts{*first, *second, *third, year_first, between == '.'};
  if (!days_of(parts, DateOrder::any)) return std::nullopt;
  return parts;
}

std::optional<double> days_of(const DateParts& parts, DateOrder order) {
  if (order == DateOrder::any) {
    for (const DateOrder one : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
      if (const auto days = days_of(parts, one)) return days;
    }
    return std::nullopt;
  }
  if (parts.year_first != (order == DateOrder::year_first)) return std::nullopt;
  const int year = parts.year_first ? parts.first : parts.third;
  const int month = order == DateOrder::month_first ? parts.first : parts.second;
  const int day = parts.year_first ? parts.third : order == DateOrder::month_first ? parts.second : parts.first;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in(year, month)) return std::nullopt;
  return static_cast<double>(days_since_1970(year, month, day));
}

std::optional<double> read_number(std::string_view text, const ColumnReading& reading, Separator separator) {
  if (reading.date != DateOrder::none) {
    const auto parts = date_parts(text);
    return parts ? days_of(*parts, reading.date) : std::nullopt;
  }
  const std::string plain = has_typographic_signs(text) ? with_plain_signs(text) : std::string();
  if (!plain.empty()) text = plain;
  if (reading.censored) text = without_bound(text);
  const bool percent = reading.percent > 0 && has_percent_sign(text);
  if (percent) text = without_percent_sign(text);
  const auto number = formed_number(text);
  const double factor = number ? factor_of(number->form, reading.comma, separator) : 0;
  if (factor == 0) return std::nullopt;
  const double value = factor > 1 ? std::round(factor * number->value) : number->value;
  return percent && reading.percent < 1 ? value / 100 : value;
}

std::string findings_text(const ColumnFindings& findings, const ColumnReading& reading) {
  std::string text;
  const auto add = [&](const FoundTexts& found, const char* what, bool is_read) {
    if (found.count == 0) return;
    std::string examples;
    for (const std::string& example : found.first) {
      const auto number = is_read ? read_number(example, reading) : std::nullopt;
      examples += joined(examples.empty() ? "" : ", ", shown(printable(example)));
      if (!number) continue;
      examples += joined(" is read as ", *number);
      break;
    }
    text += joined(text.empty() ? "" : ", ", found.count, what, " (", examples, ")");
  };
  const auto has_comma = [](const std::string& example) { return example.find(',') != std::string::npos; };
  const auto& commas = findings.commas.first;
  const bool all_commas = std::all_of(commas.begin(), commas.end(), has_comma);
  add(findings.commas, all_commas ? " with a comma" : " with a comma or groups of thousands", true);
  add(findings.percents, " with a percent sign", true);
  add(findings.censored, " with a bound", true);
  add(findings.signs, " with another minus sign or a no-break space", true);
  add(findings.dates, findings.dates.count == 1 ? " date" : " dates", false);
  add(findings.words, findings.words.count == 1 ? " word for missing" : " words for missing", false);
  add(findings.odd, " that count as missing, not being numbers", false);
  return text;
}

}  // namespace pauc
