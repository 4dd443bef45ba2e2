#pragma once

#include <string>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/options.h"
#include "pauc/data/table/column_reading.h"
#include "pauc/data/table/formed_numbers.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Looks at all fields of some columns and then decides what each column holds: numbers, dates or categories. The
// decision depends on the numbers of fields of each form, never on the order of rows:
//
//   - Words for missing values count for nothing. A column without numbers and dates is one of categories.
//   - More than half of the rest are dates: dates. They are left out, or read as days since 1970 if that is asked for.
//   - More than half are numbers, plain, with commas or with a percent sign: numbers, with "<5" and the like among
//     them. Where the column has more than a few different texts, "<5" and the like count as numbers here too. Texts of
//     another form, and numbers whose commas or points are unclear, count as missing if they are at most a fifth. If
//     they are more, the column is refused; of few different texts it is one of categories.
//   - Otherwise: categories.
class ColumnSurvey {
 public:
  // Columns of categories stay what they are.
  ColumnSurvey(std::vector<Column> columns, const DataOptions& options);

  // Adds the current record; `places[c]` is the place of column c in the file.
  void add(const CsvReader& csv, const std::vector<std::size_t>& places);

  // Kinds and readings of the columns; `file` names the data in messages. `findings` receives one for each column with
  // any.
  std::vector<Column> decide(const std::string& file, std::vector<std::string>& notes,
                             std::vector<std::string>& findings) const;

 private:
  struct Counts {
    FormedNumbers numbers;  // of all forms
    std::int64_t year_first = 0, day_first = 0, month_first = 0, either_first = 0;
    ColumnFindings found;          // commas are in `numbers`
    std::vector<std::string> few;  // different texts, up to one more than few
  };

  void add_field(std::string_view text, Separator separator, Counts& counts) const;
  static bool add_form(std::string_view text, Separator separator, Counts& counts);
  static bool add_date(std::string_view text, Counts& counts);
  Column decided(const std::string& where, std::size_t column, std::vector<std::string>& notes) const;
  static DateOrder date_order(const Counts& counts);
  Column date_column(const std::string& where, std::size_t column) const;
  Column number_column(std::size_t column) const;
  [[noreturn]] void refuse_mixture(const std::string& where, std::size_t column, const FoundTexts& odd) const;
  [[noreturn]] void refuse_unclear(const std::string& where, std::size_t column, const FoundTexts& unread) const;
  std::string option_name(std::size_t column) const;

  std::vector<Column> columns_;
  std::vector<Counts> counts_;
  MissingWords missing_;
  DateUse dates_;
};

}  // namespace pauc
