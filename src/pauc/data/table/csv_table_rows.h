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

// The fields of chosen columns, appended to a table record by record.
class CsvTableRows {
 public:
  // `places[c]` is the column of the file that columns[c] of the table comes from.
  CsvTableRows(Table& table, std::vector<std::size_t> places);

  // False when a number column holds text or an infinity: then nothing is appended, and what follows says why.
  bool append(const CsvReader& csv);
  std::size_t bad_column() const { return bad_column_; }
  bool infinite() const { return infinite_; }
  std::string complaint(const CsvReader& csv) const;
  // A row of missing values.
  void append_missing();

 private:
  bool read_value(const CsvReader& csv, std::size_t column, float& value);
  float category_number(std::size_t column, std::string_view text);

  Table& table_;
  std::vector<std::vector<float>>& values_;
  std::vector<std::size_t> places_;
  std::vector<std::unordered_map<std::string, std::int32_t>> numbers_;  // of each category column's texts
  std::vector<float> record_;
  std::size_t bad_column_ = 0;
  bool infinite_ = false;
};

}  // namespace pauc
