#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pauc/core/io/csv.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Whether a field says that its value is missing: empty, NA, N/A, NaN, null, None or ?.
bool means_missing(std::string_view text);

// Appends the fields of chosen columns to a table, record by record.
class CsvTableRows {
 public:
  // `places[c]` is the place in the file of the table's column c, or kNowhere.
  CsvTableRows(Table& table, std::vector<std::size_t> places);

  // Returns false if a number column has text or an infinity. Nothing is appended then; the next functions say why.
  bool append(const CsvReader& csv);
  std::size_t bad_column() const { return bad_column_; }
  bool infinite() const { return infinite_; }
  std::string complaint(const CsvReader& csv) const;
  // Appends a row of missing values.
  void append_missing();

 private:
  bool read_value(const CsvReader& csv, std::size_t column, float& value);
  float category_number(std::size_t column, std::string_view text);

  Table& table_;
  std::vector<std::vector<float>>& values_;
  std::vector<std::size_t> places_;
  std::vector<std::unordered_map<std::string, std::int32_t>> numbers_;  // numbers of the categories, by column
  std::vector<float> record_;
  std::size_t bad_column_ = 0;
  bool infinite_ = false;
};

}  // namespace pauc
