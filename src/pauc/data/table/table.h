#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// A column of a table. A category column holds the number of each row's category, in the order in which they were met.
struct Column {
  enum class Kind { number, category };
  std::string name;
  Kind kind = Kind::number;
  std::vector<std::string> categories;
};

// One array a column; NaN is a missing value.
struct DenseValues {
  std::vector<std::vector<float>> columns;
};

// One list of (column, value) a row, columns ascending; what is not listed is 0. Numbers only.
struct SparseValues {
  std::vector<std::int64_t> row_begins = {0};  // [rows + 1]
  std::vector<std::int32_t> columns;
  std::vector<float> values;
};

// Rows of numbers and categories in flat memory.
struct Table {
  std::int64_t rows = 0;
  std::vector<Column> columns;
  std::variant<DenseValues, SparseValues> values;
};

// A table of these columns, without rows.
Table dense_table(std::vector<Column> columns);

// Each column's values of these rows, one column after the other; they are gone when `use` returns.
void for_each_column(const Table& table, Span<const std::int64_t> rows,
                     const std::function<void(std::int64_t column, Span<const float> values)>& use);

}  // namespace pauc
