#include "pauc/data/table/column_survey.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/table/csv_table_rows.h"

namespace pauc {

namespace {

constexpr std::size_t kFewTexts = 20;
constexpr std::int64_t kOddShare = 5;  // at most one odd text in so many values of a column of numbers
constexpr std::size_t kMostNotes = 12;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "inf" and "-infinity" are numbers to parse_number.
bool is_word(std::string_view text) { return text.find_first_of("0123456789") == std::string_view::npos; }

std::string shown_texts(const FoundTexts& texts) {
  std::string list;
  for (const std::string& text : texts.first) list += joined(list.empty() ? "" : ", ", shown(printable(text)));
  return list;
}

// The first of so many texts about columns, and how many more there are.
void append_some(const std::vector<std::string>& about_columns, std::vector<std::string>& notes) {
  const std::size_t shown = std::min(about_columns.size(), kMostNotes);
  notes.insert(notes.end(), about_columns.begin(), about_columns.begin() + static_cast<std::ptrdiff_t>(shown));
  if (about_columns.size() > shown) {
    notes.push_back(joined("and ", about_columns.size() - shown, " more columns like these; pauc data shows them all"));
  }
}

}  // namespace

ColumnSurvey::ColumnSurvey(std::vector<Column> columns, const DataOptions& options)
    : columns_(std::move(columns)),
      counts_(columns_.size()),
      missing_(listed_texts(options.missing)),
      dates_(options.dates) {}

void ColumnSurvey::add(const CsvReader& csv, const std::vector<std::size_t>& places) {
  const Separator separator = separator_of(csv);
  for (std::size_t c = 0; c < places.size(); ++c) {
    if (columns_[c].kind == Column::Kind::category) continue;
    add_field(trimmed(csv.field(places[c])), separator, counts_[c]);
  }
}

void ColumnSurvey::add_field(std::string_view text, Separator separator, Counts& counts) const {
  if (means_missing(text) || missing_.has(text)) return;
  const auto number = formed_number(text);
  if (number && std::isnan(number->value)) return;
  if (counts.few.size() <= kFewTexts && std::find(counts.few.begin(), counts.few.end(), text) == counts.few.end()) {
    counts.few.emplace_back(text);
  }
  if (number && is_word(text)) return;  // decides nothing: refused among numbers, a category among texts
  if (number) return counts.numbers.add(text, *number, PercentSign::no, separator);
  if (means_missing_number(text)) return counts.found.words.add(text);
  const bool begins_like_a_word = is_letter(text[0]);
  if (begins_like_a_word || (!add_date(text, counts) && !add_form(text, separator, counts))) {
    counts.found.odd.add(text);
  }
}

// A number in one of the forms "<5", "94%", "1,5" and their combinations.
bool ColumnSurvey::add_form(std::string_view text, Separator separator, Counts& counts) {
  const bool has_signs = has_typographic_signs(text);
  const std::string plain = has_signs ? with_plain_signs(text) : std::string(text);
  const std::string_view bare = bare_number(plain);
  const auto number = formed_number(bare);
  if (!number || is_word(bare)) return false;
  const bool percent = has_percent_sign(plain);
  counts.numbers.add(text, *number, percent ? PercentSign::yes : PercentSign::no, separator);
  if (is_censored(plain)) counts.found.censored.add(text);
  if (percent) counts.found.percents.add(text);
  const bool has_wide_bound = plain == text;  // such as U+2264
  if (has_signs && !has_wide_bound) counts.found.signs.add(text);
  return true;
}

bool ColumnSurvey::add_date(std::string_view text, Counts& counts) {
  const auto parts = date_parts(text);
  if (!parts) return false;
  const bool day = days_of(*parts, DateOrder::day_first).has_value();
  const bool month = days_of(*parts, DateOrder::month_first).has_value() && !parts->by_dots;
  if (!parts->year_first && !day && !month) return false;
  ++(parts->year_first ? counts.year_first
     : day && month    ? counts.either_first
     : day             ? counts.day_first
                       : counts.month_first);
  counts.found.dates.add(text);
  return true;
}

// Of dates that could be either, day and month stand in the order of those that could not; none if these disagree.
DateOrder ColumnSurvey::date_order(const Counts& counts) {
  const bool year = counts.year_first > 0;
  const bool day = counts.day_first > 0;
  const bool month = counts.month_first > 0;
  if (year + day + month != 1 || (year && counts.either_first > 0)) return DateOrder::none;
  return year ? DateOrder::year_first : day ? DateOrder::day_first : DateOrder::month_first;
}

Column ColumnSurvey::date_column(const std::string& where, std::size_t c) const {
  const Counts& counts = counts_[c];
  const bool as_days = dates_ == DateUse::days;
  Column column{columns_[c].name, Column::Kind::number, {}};
  column.reading.date = date_order(counts);
  require(!as_days || column.reading.date != DateOrder::none, where,
          ": expected dates whose order of day and month is clear, got ", shown(counts.found.dates.first.front()),
          "; write them as 2024-12-31, or drop the column");
  if (column.reading.date == DateOrder::none) column.reading.date = DateOrder::any;  // left out in any case
  column.reading.odd_is_missing = true;
  if (!as_days) column.left_out = "dates; --dates days reads them as numbers of days";
  column.found = counts.found;
  return column;
}

Column ColumnSurvey::number_column(std::size_t c) const {
  const Counts& counts = counts_[c];
  Column column{columns_[c].name, Column::Kind::number, {}};
  ColumnReading& reading = column.reading;
  reading.comma = counts.numbers.meaning();
  reading.censored = counts.found.censored.count > 0;
  if (counts.found.percents.count > 0) {
    reading.percent = counts.numbers.percents_are_hundredths(reading.comma) ? 0.01 : 1;
  }
  column.found = counts.found;
  column.found.commas = counts.numbers.with_commas(reading.comma);
  column.found.odd = merged(counts.numbers.unread(reading.comma), merged(counts.found.odd, counts.found.dates));
  column.found.dates = {};
  reading.odd_is_missing = column.found.odd.count > 0;
  return column;
}

std::string ColumnSurvey::option_name(std::size_t c) const {
  return shell_word(text_list({printable(columns_[c].name)}));
}

void ColumnSurvey::refuse_mixture(const std::string& where, std::size_t c, const FoundTexts& odd) const {
  const std::string name = option_name(c);
  fail(Fault::data, where, ": expected numbers or categories, got ", counts_[c].numbers.count(), " numbers and ",
       odd.count, " other texts such as ", shown_texts(odd), "; --categories ", name,
       " reads all as categories, --missing TEXT,... takes texts as missing, --drop ", name, " leaves the column out");
}

void ColumnSurvey::refuse_unclear(const std::string& where, std::size_t c, const FoundTexts& unread) const {
  const FoundTexts clear = counts_[c].numbers.clear();
  fail(Fault::data, where, ": expected numbers whose commas and points have one meaning, got ",
       clear.count > 0 ? joined(clear.count, " such as ", shown_texts(clear), " and ") : std::string(), unread.count,
       " such as ", shown_texts(unread), ", which may be decimal numbers or have groups of thousands; write all with",
       " decimal points and without groups, or --drop ", option_name(c), " leaves the column out");
}

Column ColumnSurvey::decided(const std::string& where, std::size_t c, std::vector<std::string>& notes) const {
  const Counts& counts = counts_[c];
  const ColumnFindings& found = counts.found;
  Column category{columns_[c].name, Column::Kind::category, {}};
  if (columns_[c].kind == Column::Kind::category) return category;
  const FoundTexts odd = merged(found.odd, found.dates);
  const std::int64_t numbers = counts.numbers.count();
  const std::int64_t rest = numbers + odd.count;
  const bool few_are_odd = kOddShare * odd.count <= rest;
  if (rest == 0 && found.words.count == 0) return {columns_[c].name, Column::Kind::number, {}};
  if (2 * found.dates.count > rest) return date_column(where, c);
  // "<30" and ">=30" alone are categories: of few different texts, numbers without a bound decide.
  const bool bounds_decide = counts.few.size() > kFewTexts && few_are_odd;
  if (2 * (bounds_decide ? numbers : numbers - found.censored.count) <= rest) return category;
  if (few_are_odd) {
    const FoundTexts unread = counts.numbers.unread(counts.numbers.meaning());
    if (kOddShare * (odd.count + unread.count) > rest) refuse_unclear(where, c, unread);
    return number_column(c);
  }
  if (counts.few.size() > kFewTexts) refuse_mixture(where, c, odd);
  notes.push_back(joined(where, ": ", numbers, " numbers and ", odd.count, " other texts such as ",
                         shown(printable(odd.first.front())), " are read as categories"));
  return category;
}

std::vector<Column> ColumnSurvey::decide(const std::string& file, std::vector<std::string>& notes,
                                         std::vector<std::string>& findings) const {
  std::vector<Column> columns;
  std::vector<std::string> mixtures;
  std::vector<std::string> about_columns;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string where = joined(file, ": column ", printable(columns_[c].name));
    columns.push_back(decided(where, c, mixtures));
    const Column& column = columns.back();
    if (column.found.empty() || !column.left_out.empty()) continue;
    about_columns.push_back(joined(where, ": read as ", column.found.dates.count > 0 ? "days" : "numbers", ": ",
                                   findings_text(column.found, column.reading)));
  }
  append_some(mixtures, notes);
  append_some(about_columns, findings);
  return columns;
}

}  // namespace pauc
