#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/shared_rows.h"
#include "pauc/data/table/column_reading.h"

namespace pauc {

/// A column of a table.
struct Column {
  /// number: values as they are; category: indices into `categories`.
  enum class Kind { number, category };
  /// Name of the column.
  std::string name;
  /// Kind of its values.
  Kind kind = Kind::number;
  /// Texts of the categories, in the order in which they first occur.
  std::vector<std::string> categories;
  /// How its texts were read as numbers.
  ColumnReading reading = {};
  /// What was found in its texts.
  ColumnFindings found = {};
  /// Reason not to learn from it, such as ids or dates; empty: none.
  std::string left_out = {};
};

/// One array per column; NaN is a missing value.
struct DenseValues {
  /// Values of each column, by row.
  std::vector<std::vector<float>> columns;
};

/// One list of (column, value) per row, in ascending order of columns. Values that are not listed are 0, in a column of
/// categories the first one. NaN is a missing value.
struct SparseValues {
  /// Index of the first entry of each row, and the number of all entries: [rows + 1].
  std::vector<std::int64_t> row_begins = {0};
  /// Column of each entry.
  std::vector<std::int32_t> columns;
  /// Value of each entry.
  std::vector<float> values;
};

/// Rows of numbers and categories in flat memory.
struct Table {
  /// Number of rows that are here.
  std::int64_t rows = 0;
  /// Names and kinds of the columns.
  std::vector<Column> columns;
  /// Values of all rows.
  std::variant<DenseValues, SparseValues> values;
  /// Texts that count as missing beside the usual ones.
  std::vector<std::string> missing = {};
  /// Which rows of the data are here. Categories are those of all rows.
  HeldRows held = {};

  /// Number of rows of the data, here or elsewhere.
  std::int64_t rows_of_data() const { return held.of_data(rows); }
};

/// An empty table with these columns.
Table dense_table(std::vector<Column> columns);

/// The first columns of a table.
Table first_columns(const Table& table, std::size_t count);

/// Calls `use` with the values of these rows of the data, one column after the other. The values are valid only during
/// the call. If several processes share the rows, all of them call it with the same rows and get all values.
void for_each_column(const Table& table, Span<const std::int64_t> rows,
                     const std::function<void(std::int64_t column, Span<const float> values)>& use);

/// The values of one column in all rows of the data, on the same terms.
std::vector<float> values_of_column(const Table& table, std::int64_t column);

}  // namespace pauc
