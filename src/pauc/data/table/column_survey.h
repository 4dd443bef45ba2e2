#pragma once

#include <string>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/options.h"
#include "pauc/data/table/column_reading.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Looks at all fields of some columns and then decides what each column holds: numbers, dates or categories. The
// decision depends on the numbers of fields of each form, never on the order of rows:
//
//   - Words for missing values count for nothing. A column without numbers and dates is one of categories.
//   - More than half of the rest are dates: dates. They are left out, or read as days since 1970 if that is asked for.
//   - More than half are numbers, plain, with commas or with a percent sign: numbers, with "<5" and the like among
//     them. Texts of another form count as missing if they are at most a fifth. If they are more, the column is one of
//     categories if it has few different texts; otherwise it is refused.
//   - Otherwise: categories.
class ColumnSurvey {
 public:
  // Columns of categories stay what they are.
  ColumnSurvey(std::vector<Column> columns, const DataOptions& options);

  // Adds the current record; `places[c]` is the place of column c in the file.
  void add(const CsvReader& csv, const std::vector<std::size_t>& places);

  // Kinds and readings of the columns; `file` names the data in messages.
  std::vector<Column> decide(const std::string& file, std::vector<std::string>& notes) const;

 private:
  struct Counts {
    std::int64_t numbers = 0;  // plain ones
    std::int64_t marked = 0;   // with a comma or a percent sign
    double least = 0, largest = 0;
    double largest_percent = 0;
    std::int64_t decimal_commas = 0, thousands_commas = 0, either_commas = 0;
    std::int64_t grouped_points = 0;  // "1.234" among decimal commas
    std::int64_t year_first = 0, day_first = 0, month_first = 0, either_first = 0;
    ColumnFindings found;
    std::vector<std::string> few;  // different texts, up to one more than few
  };

  void add_field(std::string_view text, char delimiter, Counts& counts) const;
  void add_number(std::string_view text, double number, char delimiter, Counts& counts) const;
  bool add_form(std::string_view text, Counts& counts) const;
  static bool add_comma(std::string_view bare, Counts& counts);
  static bool add_date(std::string_view text, Counts& counts);
  Column decided(const std::string& where, std::size_t column, std::vector<std::string>& notes) const;
  static CommaMeaning comma_meaning(const Counts& counts, char delimiter);
  static DateOrder date_order(const Counts& counts);
  Column date_column(const std::string& where, std::size_t column) const;
  Column number_column(std::size_t column) const;
  [[noreturn]] void refuse_mixture(const std::string& where, std::size_t column, std::int64_t readable) const;

  std::vector<Column> columns_;
  std::vector<Counts> counts_;
  MissingWords missing_;
  DateUse dates_;
  char delimiter_ = ',';
};

}  // namespace pauc
