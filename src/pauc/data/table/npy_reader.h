#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"
#include "pauc/core/span.h"
#include "pauc/data/table/npy_header.h"

namespace pauc {

// Reads an array written by np.save, possibly gzipped, row by row in constant memory. A one-dimensional array is one
// column. Values may be numbers of any width or bool; NaN is a missing value. Every error names file, row and column.
//
//   NpyReader array("x.npy");
//   while (array.next()) use(array.row());
//
// The length of the file is checked against the header when the last row is read, before it is returned.
class NpyReader {
 public:
  explicit NpyReader(const std::string& path);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }

  // Moves to the next row; false at the end. Invalidates the values of the previous row.
  bool next();

  // The row's values as floats: finite or NaN.
  Span<const float> row() const { return values_; }

  // The exact element, which row() may have rounded. Refuses an integer that a double cannot represent.
  double value(std::int64_t column) const;

  std::string place(std::int64_t column) const;  // "x.npy: row 3, column 2", both from 1
  const std::string& name() const { return source_.name(); }

 private:
  void check_shape();
  void read_block();
  [[noreturn]] void refuse_length(const std::string& found) const;
  void convert_row();

  ByteSource source_;
  NpyHeader header_;
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 0;
  std::int64_t row_bytes_ = 0;

  std::vector<char> block_;     // some whole rows as in the file
  std::size_t block_size_ = 0;  // bytes of it that hold rows
  std::size_t next_row_ = 0;    // in bytes
  const char* row_ = nullptr;
  std::int64_t row_number_ = 0;  // starts at 1
  std::int64_t rows_read_ = 0;
  std::vector<float> values_;
};

}  // namespace pauc
