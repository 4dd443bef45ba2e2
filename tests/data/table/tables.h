#pragma once

#include <cmath>
#include <limits>
#include <numeric>

#include "pauc/core/random.h"
#include "pauc/data/table/table.h"

namespace pauc::test {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

inline void add_numbers(Table& table, const std::string& name, const std::vector<float>& values) {
  table.rows = static_cast<std::int64_t>(values.size());
  table.columns.push_back({name, Column::Kind::number, {}});
  std::get<DenseValues>(table.values).columns.push_back(values);
}

// Numbered as they are met; "?" is missing.
inline void add_categories(Table& table, const std::string& name, const std::vector<std::string>& texts) {
  Column column = {name, Column::Kind::category, {}};
  std::vector<float> values;
  for (const std::string& text : texts) {
    std::size_t number = 0;
    while (number < column.categories.size() && column.categories[number] != text) ++number;
    if (text != "?" && number == column.categories.size()) column.categories.push_back(text);
    values.push_back(text == "?" ? kMissing : static_cast<float>(number));
  }
  table.rows = static_cast<std::int64_t>(values.size());
  table.columns.push_back(column);
  std::get<DenseValues>(table.values).columns.push_back(values);
}

inline Table table_of_numbers(const std::vector<std::vector<float>>& columns) {
  Table table;
  for (const auto& values : columns) add_numbers(table, "x" + std::to_string(table.columns.size()), values);
  return table;
}

// The same numbers, zeros left out.
inline Table as_sparse(const Table& table) {
  Table sparse = table;
  SparseValues values;
  const auto& columns = std::get<DenseValues>(table.values).columns;
  for (std::int64_t row = 0; row < table.rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c][row] == 0) continue;
      values.columns.push_back(static_cast<std::int32_t>(c));
      values.values.push_back(columns[c][row]);
    }
    values.row_begins.push_back(static_cast<std::int64_t>(values.values.size()));
  }
  sparse.values = values;
  return sparse;
}

// Normal values, whole numbers, mostly zeros, heavy tails, two values, one value; some of them missing.
inline std::vector<float> random_numbers(Random& random, std::int64_t rows) {
  const std::uint32_t shape = random.below(6);
  const double missing = random.below(2) == 0 ? 0 : 0.2;
  std::vector<float> values;
  for (std::int64_t k = 0; k < rows; ++k) {
    const double normal = random.normal();
    const std::vector<double> choices = {
        100 + 3 * normal,     std::round(3 * normal),     random.below(5) == 0 ? normal : 0.0,
        std::exp(4 * normal), normal > 0.5 ? -1.5 : 2.25, 7.0};
    values.push_back(random.uniform() < missing ? kMissing : static_cast<float>(choices[shape]));
  }
  return values;
}

inline std::vector<std::int64_t> rows_up_to(std::int64_t rows) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace pauc::test
