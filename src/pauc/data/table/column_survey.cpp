#include "pauc/data/table/column_survey.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/text/number.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

constexpr std::size_t kFewTexts = 20;
constexpr std::int64_t kOddShare = 5;  // at most one odd text in so many values of a column of numbers
constexpr std::size_t kMostNotes = 12;

}  // namespace

ColumnSurvey::ColumnSurvey(std::vector<Column> columns, const DataOptions& options)
    : columns_(std::move(columns)),
      counts_(columns_.size()),
      missing_(listed_texts(options.missing)),
      dates_(options.dates) {}

void ColumnSurvey::add(const CsvReader& csv, const std::vector<std::size_t>& places) {
  delimiter_ = csv.delimiter();
  for (std::size_t c = 0; c < places.size(); ++c) {
    if (columns_[c].kind == Column::Kind::category) continue;
    add_field(trimmed(csv.field(places[c])), delimiter_, counts_[c]);
  }
}

void ColumnSurvey::add_field(std::string_view text, char delimiter, Counts& counts) const {
  if (means_missing(text) || missing_.has(text)) return;
  if (counts.few.size() <= kFewTexts && std::find(counts.few.begin(), counts.few.end(), text) == counts.few.end()) {
    counts.few.emplace_back(text);
  }
  if (const auto number = parse_number(text)) return add_number(text, *number, delimiter, counts);
  if (means_missing_number(text)) return counts.found.words.add(text);
  const bool begins_like_a_word = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
  if (begins_like_a_word || (!add_date(text, counts) && !add_form(text, counts))) counts.found.odd.add(text);
}

void ColumnSurvey::add_number(std::string_view text, double number, char delimiter, Counts& counts) const {
  counts.least = counts.numbers == 0 ? number : std::min(counts.least, number);
  counts.largest = counts.numbers == 0 ? number : std::max(counts.largest, number);
  ++counts.numbers;
  if (delimiter != ',' && has_groups_of_three(text, '.')) ++counts.grouped_points;
}

// A number in one of the forms "<5", "94%", "1,5" and their combinations.
bool ColumnSurvey::add_form(std::string_view text, Counts& counts) const {
  const std::string_view bare = bare_number(text);
  const bool has_comma = bare.find(',') != std::string_view::npos;
  const auto number = has_comma ? std::nullopt : parse_number(bare);
  if (has_comma ? !add_comma(bare, counts) : !number) return false;
  if (has_comma) counts.found.commas.add(text);
  if (is_censored(text)) {
    counts.found.censored.add(text);
  } else {
    ++counts.marked;
  }
  if (!has_percent_sign(text)) return true;
  counts.found.percents.add(text);
  if (number) counts.largest_percent = std::max(counts.largest_percent, *number);
  return true;
}

bool ColumnSurvey::add_comma(std::string_view bare, Counts& counts) {
  ColumnReading reading;
  reading.comma = CommaMeaning::decimal;
  const bool decimal = read_number(bare, reading).has_value();
  reading.comma = CommaMeaning::thousands;
  const bool thousands = read_number(bare, reading).has_value();
  if (!decimal && !thousands) return false;
  ++(decimal && thousands ? counts.either_commas : decimal ? counts.decimal_commas : counts.thousands_commas);
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

// Where every comma could be either, a comma that separates fields is none of a decimal number.
CommaMeaning ColumnSurvey::comma_meaning(const Counts& counts, char delimiter) {
  if (counts.found.commas.count == 0) return CommaMeaning::none;
  if (counts.decimal_commas != counts.thousands_commas) {
    return counts.decimal_commas > counts.thousands_commas ? CommaMeaning::decimal : CommaMeaning::thousands;
  }
  return delimiter == ',' ? CommaMeaning::thousands : CommaMeaning::decimal;
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
  if (column.reading.date == DateOrder::none) column.reading.date = DateOrder::year_first;  // left out in any case
  column.reading.odd_is_missing = true;
  if (!as_days) column.left_out = "dates; --dates days reads them as numbers of days";
  column.found = counts.found;
  return column;
}

Column ColumnSurvey::number_column(std::size_t c) const {
  const Counts& counts = counts_[c];
  Column column{columns_[c].name, Column::Kind::number, {}};
  ColumnReading& reading = column.reading;
  reading.comma = comma_meaning(counts, delimiter_);
  reading.censored = counts.found.censored.count > 0;
  const bool fractions = counts.numbers > 0 && counts.least >= 0 && counts.largest <= 1;
  if (counts.found.percents.count > 0) reading.percent = fractions && counts.largest_percent > 1 ? 0.01 : 1;
  column.found = counts.found;
  // Dates, and commas or points of the other meaning, are odd here.
  column.found.odd.count += counts.found.dates.count;
  for (const std::string& text : counts.found.dates.first) {
    if (column.found.odd.first.size() < FoundTexts::kMostFirst) column.found.odd.first.push_back(text);
  }
  column.found.dates = {};
  if (reading.comma == CommaMeaning::decimal) column.found.odd.count += counts.thousands_commas + counts.grouped_points;
  if (reading.comma == CommaMeaning::thousands) column.found.odd.count += counts.decimal_commas;
  reading.odd_is_missing = column.found.odd.count > 0;
  return column;
}

void ColumnSurvey::refuse_mixture(const std::string& where, std::size_t c, std::int64_t readable) const {
  const FoundTexts& odd = counts_[c].found.odd;
  std::string examples;
  for (const std::string& text : odd.first) examples += joined(examples.empty() ? "" : ", ", shown(printable(text)));
  const std::string name = shell_word(text_list({printable(columns_[c].name)}));
  fail(Fault::data, where, ": expected numbers or categories, got ", readable, " numbers and ", odd.count,
       " other texts such as ", examples, "; --categories ", name,
       " reads all as categories, --missing TEXT,... takes texts as missing, --drop ", name, " leaves the column out");
}

Column ColumnSurvey::decided(const std::string& where, std::size_t c, std::vector<std::string>& notes) const {
  const Counts& counts = counts_[c];
  const ColumnFindings& found = counts.found;
  Column category{columns_[c].name, Column::Kind::category, {}};
  if (columns_[c].kind == Column::Kind::category) return category;
  // "<30" and ">=30" alone are categories: plain numbers decide.
  const std::int64_t numbers = counts.numbers + counts.marked;
  const std::int64_t rest = numbers + found.censored.count + found.dates.count + found.odd.count;
  if (rest == 0 && found.words.count == 0) return {columns_[c].name, Column::Kind::number, {}};
  if (2 * found.dates.count > rest) return date_column(where, c);
  if (2 * numbers <= rest) return category;
  if (kOddShare * (found.odd.count + found.dates.count) <= rest) return number_column(c);
  if (counts.few.size() > kFewTexts) refuse_mixture(where, c, numbers + found.censored.count);
  notes.push_back(joined(where, ": ", numbers, " numbers and ", found.odd.count, " other texts such as ",
                         shown(printable(found.odd.first.front())), " are read as categories"));
  return category;
}

std::vector<Column> ColumnSurvey::decide(const std::string& file, std::vector<std::string>& notes) const {
  std::vector<Column> columns;
  std::vector<std::string> about_columns;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string where = joined(file, ": column ", printable(columns_[c].name));
    columns.push_back(decided(where, c, about_columns));
    const Column& column = columns.back();
    if (column.found.empty() || !column.left_out.empty()) continue;
    about_columns.push_back(joined(where, ": read as ", column.found.dates.count > 0 ? "days" : "numbers", ": ",
                                   findings_text(column.found, column.reading)));
  }
  const std::size_t shown = std::min(about_columns.size(), kMostNotes);
  notes.insert(notes.end(), about_columns.begin(), about_columns.begin() + static_cast<std::ptrdiff_t>(shown));
  if (about_columns.size() > shown) {
    notes.push_back(joined("and ", about_columns.size() - shown, " more columns like these; pauc data shows them all"));
  }
  return columns;
}

}  // namespace pauc
