#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/choices.h"

namespace pauc {

/// Meaning of commas and points in the numbers of a column. "1,234" and "1.234" are unclear: they may be a decimal
/// number or group thousands, and other numbers of the column decide. Numbers that can be read in one way only, such as
/// "1,5", "0,125" or "12.5", are read in that way.
///
///   none                 no commas; "1.234" is 1.234
///   decimal              "1,234" is 1.234; "1.234" is not read unless commas separate the fields of the file
///   decimal_with_groups  "1.234,5" occurs: "1,234" is 1.234 and "1.234" is 1234; "12.5" is not read
///   thousands            "1,234" is 1234 and "1.234" is 1.234; "1,5" is not read
///   beside_points        "12,5" occurs among more numbers such as "12.5": "1.234" is 1.234, "1,234" is not read
///   unclear              the column contradicts itself: neither "1,234" nor "1.234" is read
enum class CommaMeaning { none, decimal, decimal_with_groups, thousands, beside_points, unclear };

/// Words for CommaMeaning.
template <>
struct Choices<CommaMeaning> {
  /// Value and word of each choice.
  static constexpr NamedChoice<CommaMeaning> kNames[] = {{CommaMeaning::none, "none"},
                                                         {CommaMeaning::decimal, "decimal"},
                                                         {CommaMeaning::decimal_with_groups, "decimal_with_groups"},
                                                         {CommaMeaning::thousands, "thousands"},
                                                         {CommaMeaning::beside_points, "beside_points"},
                                                         {CommaMeaning::unclear, "unclear"}};
};

/// Order of the parts of dates: 2024-03-31; 31.03.2024 or 31/03/2024; 03/31/2024. none: not a column of dates; any:
/// whichever gives a day, for a column that is left out because its order is unclear.
enum class DateOrder { none, year_first, day_first, month_first, any };

/// Words for DateOrder.
template <>
struct Choices<DateOrder> {
  /// Value and word of each choice.
  static constexpr NamedChoice<DateOrder> kNames[] = {{DateOrder::none, "none"},
                                                      {DateOrder::year_first, "year_first"},
                                                      {DateOrder::day_first, "day_first"},
                                                      {DateOrder::month_first, "month_first"},
                                                      {DateOrder::any, "any"}};
};

/// How the texts of a column of numbers are read, beside plain numbers and words for missing values. Decided on all
/// rows of the training data and applied in the same way to new rows.
struct ColumnReading {
  /// Meaning of commas.
  CommaMeaning comma = CommaMeaning::none;
  /// What "1%" counts: 1, or 0.01 if the other numbers of the column are fractions; 0: percent signs are not read.
  double percent = 0;
  /// Whether "<5", ">100" and "90+" are read as 5, 100 and 90.
  bool censored = false;
  /// Order of the parts of dates, which are read as days since 1970.
  DateOrder date = DateOrder::none;
  /// Whether all other texts count as missing values; otherwise they are refused.
  bool odd_is_missing = false;

  /// Whether only plain numbers are read.
  bool plain() const {
    return comma == CommaMeaning::none && percent == 0 && !censored && date == DateOrder::none && !odd_is_missing;
  }
};

/// How many texts of one form a column has, and the first of them, each once.
struct FoundTexts {
  std::int64_t count = 0;          ///< number of fields
  std::vector<std::string> first;  ///< up to kMostFirst different texts, in the order of the file

  /// Number of texts that are remembered.
  static constexpr std::size_t kMostFirst = 3;
  /// Adds a field.
  void add(std::string_view text);
};

/// What was found in a column of numbers, apart from plain numbers and missing values as in any column.
struct ColumnFindings {
  FoundTexts commas;    ///< numbers with commas, or with points between thousands
  FoundTexts percents;  ///< numbers with a percent sign
  FoundTexts censored;  ///< numbers such as <5 or 90+
  FoundTexts signs;     ///< numbers with a typographic minus sign or with no-break spaces
  FoundTexts dates;     ///< dates
  FoundTexts words;     ///< words for missing values
  FoundTexts odd;       ///< other texts, which count as missing

  /// Whether there is nothing to say.
  bool empty() const;
};

/// What was found, in words: "210 with a bound ("<5" is read as 5), 2 that are not numbers ("abc")".
std::string findings_text(const ColumnFindings& findings, const ColumnReading& reading);

// Words for missing values that a user has given. A number is recognised in any spelling.
class MissingWords {
 public:
  MissingWords() = default;
  explicit MissingWords(std::vector<std::string> words);

  bool empty() const { return words_.empty(); }
  bool has(std::string_view text) const;

 private:
  std::vector<std::string> words_;
  std::vector<double> numbers_;
};

// Whether a field of any column says that its value is missing: empty, NA, N/A, NaN, null, None or ?.
bool means_missing(std::string_view text);

// Whether a field of a column of numbers says so: also unknown, -, n/a, not done, #N/A and the like.
bool means_missing_number(std::string_view text);

// What separates the fields of the file that a text stands in. Where commas do, "1.234" is 1.234 among decimal commas.
enum class Separator { comma, other };

// The number that a text stands for; nothing if it stands for none. NaN: the text says that the value is missing.
std::optional<double> read_number(std::string_view text, const ColumnReading& reading,
                                  Separator separator = Separator::other);

// The forms of a text that read_number tells apart.
bool has_percent_sign(std::string_view text);
bool is_censored(std::string_view text);
// The number in it, without <, >, + and %.
std::string_view bare_number(std::string_view text);

// The parts of a date, in the order in which they are written; nothing if the text is no date.
struct DateParts {
  int first = 0, second = 0, third = 0;
  bool year_first = false;
  bool by_dots = false;
};
std::optional<DateParts> date_parts(std::string_view text);
// Days since 1970-01-01; nothing if there is no such day.
std::optional<double> days_of(const DateParts& parts, DateOrder order);

}  // namespace pauc
