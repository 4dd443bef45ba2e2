#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/span.h"
#include "pauc/data/table.h"

namespace pauc {

struct EncodingOptions {
  std::string numeric = "piecewise";  // standard, piecewise
  std::int64_t bins = 32;
  std::int64_t most_categories = 64;
};

extern const Fields<EncodingOptions> kEncodingFields;

// What becomes of one column, learnt from the training rows.
struct ColumnEncoding {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  // number: missing values become the median, with a column that says so where training had some; then
  // (value - mean) / deviation; then, piecewise, one ramp from 0 to 1 between each two neighbouring edges
  double median = 0;
  double mean = 0;
  double deviation = 1;
  bool marks_missing = false;
  std::vector<float> edges;
  // category: one column each, and a last one for values that training had too rarely or not at all
  std::vector<std::string> categories;
  bool dropped = false;  // constant, all missing or, for categories, different in every row: no column
  std::string why_dropped;

  std::int64_t width() const;
};

// How a table's columns become numbers for a model: learnt from training rows, kept as data in the model card.
struct TableEncoding {
  std::vector<ColumnEncoding> columns;  // as in the table, dropped ones too

  std::int64_t width() const;
};

// `notes` gains a sentence for every dropped column. Refused: a table of which no column is left.
TableEncoding fit_encoding(const Table& table, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                           std::vector<std::string>& notes);

std::string encoding_json(const TableEncoding& encoding);
TableEncoding encoding_from_json(const std::string& text, const std::string& where);  // refuses what does not fit

// Encodes rows of a table that has the encoding's columns in the same order; categories are matched by their text, so
// the table may number them in its own way. Table and encoding must outlive it. May be used by several threads at once.
class TableEncoder {
 public:
  TableEncoder(const TableEncoding& encoding, const Table& table);

  std::int64_t width() const { return width_; }
  void encode(Span<const std::int64_t> rows, float* out) const;  // out: [rows, width], row by row

 private:
  const TableEncoding& encoding_;
  const Table& table_;
  std::int64_t width_;
  std::vector<std::vector<std::int32_t>> slots_;  // of a category column: where each of the table's categories goes
};

}  // namespace pauc
