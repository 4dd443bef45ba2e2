#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Words that count as missing in columns of numbers: as in any column, or also unknown, - and the like.
enum class NumberWords { as_in_any_column, all };

inline Separator separator_of(const CsvReader& csv) {
  return csv.delimiter() == ',' ? Separator::comma : Separator::other;
}

// Appends the fields of chosen columns to a table, record by record. Of a row that another process holds, only the
// texts of its categories are kept.
class CsvTableRows {
 public:
  // `places[c]` is the place in the file of the table's column c, or kNowhere.
  CsvTableRows(Table& table, std::vector<std::size_t> places, NumberWords words = NumberWords::all);

  // Returns false if a number column has text or an infinity. Nothing is appended then; the next functions say why.
  bool append(const CsvReader& csv);
  std::size_t bad_column() const { return bad_column_; }
  bool infinite() const { return infinite_; }
  std::string complaint(const CsvReader& csv) const;
  // Appends a row of missing values.
  void append_missing();
  // Columns of the table with an odd text that counts as missing in the record that was appended last.
  const std::vector<std::size_t>& odd_columns() const { return odd_columns_; }

 private:
  bool read_value(const CsvReader& csv, std::size_t column, float& value);
  bool read_unusual(const CsvReader& csv, std::string_view text, std::size_t column, float& value);
  float category_number(std::size_t column, std::string_view text);

  Table& table_;
  std::vector<std::vector<float>>& values_;
  std::vector<std::size_t> places_;
  std::vector<std::unordered_map<std::string, std::int32_t>> numbers_;  // numbers of the categories, by column
  std::vector<float> record_;
  std::vector<std::size_t> odd_columns_;
  MissingWords missing_;
  NumberWords words_;
  enum class Form : std::uint8_t { plain_number, other_number, category, nowhere };
  std::vector<Form> forms_;  // by column
  std::size_t bad_column_ = 0;
  bool infinite_ = false;
};

}  // namespace pauc
