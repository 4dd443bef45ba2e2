#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/span.h"
#include "pauc/data/table/table.h"

namespace pauc {

enum class NumericEncoding { standard, piecewise };

template <>
struct Choices<NumericEncoding> {
  static constexpr NamedChoice<NumericEncoding> kNames[] = {{NumericEncoding::standard, "standard"},
                                                            {NumericEncoding::piecewise, "piecewise"}};
};

struct EncodingOptions {
  NumericEncoding numeric = NumericEncoding::piecewise;
  std::optional<std::int64_t> bins;  // by the number of rows
  std::int64_t most_categories = 64;
};

extern const Fields<EncodingOptions> kEncodingFields;

// What becomes of one column, learnt from the training rows. Texts are kept as printable() of core/utf8.h shows them:
// JSON holds UTF-8 only.
struct ColumnEncoding {
  std::string name;
  Column::Kind kind = Column::Kind::number;
  std::string why_dropped;  // constant, all missing, different in every row (categories): no output; empty: kept

  // number: missing values become the median; then z = (value - mean) / deviation, cut to [-10, 10], so that an outlier
  // is not all that a model sees. Output: z; piecewise, one ramp from 0 to 1 between each two neighbouring edges, which
  // are quantiles of z; and whether the value is missing, if training had missing ones. The three figures are of the
  // present, finite values.
  double median = 0;
  double mean = 0;
  double deviation = 1;
  std::vector<float> edges;  // ascending: none, or two and more
  bool keeps_value = true;   // false: training had one value, now and then missing, so that the mark says it all
  bool marks_missing = false;

  // category: one output each, most frequent first, and a last one for what training had once, too rarely or not at
  // all. A missing category is the empty text.
  std::vector<std::string> categories;

  bool dropped() const { return !why_dropped.empty(); }
  std::int64_t width() const;
};

// As asked for, or 64 (32 from 100000 training rows on, where more cost time and gain nothing).
std::int64_t bins_for(const EncodingOptions& options, std::int64_t train_rows);

// How a table's columns become numbers for a model: learnt from training rows, kept as data in the model card.
struct TableEncoding {
  std::vector<ColumnEncoding> columns;  // as in the table, dropped ones too

  std::int64_t width() const;
};

// `notes` gains a sentence for every dropped column. Refused: a table of which no column is left.
TableEncoding fit_encoding(const Table& table, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                           std::vector<std::string>& notes);

std::string encoding_json(const TableEncoding& encoding);                             // reads back to the same bits
TableEncoding encoding_from_json(const std::string& text, const std::string& where);  // refuses what does not fit

// Encodes rows of a table that has the encoding's columns in the same order; refused otherwise. Categories are matched
// by their text, so the table may number them in its own way. Table and encoding must outlive it. May be used by
// several threads at once.
class TableEncoder {
 public:
  TableEncoder(const TableEncoding& encoding, const Table& table);

  std::int64_t width() const { return width_; }
  void encode(Span<const std::int64_t> rows, float* out) const;  // out: [rows, width], row by row

 private:
  void encode(const DenseValues& dense, Span<const std::int64_t> rows, float* out) const;
  void encode(const SparseValues& sparse, Span<const std::int64_t> rows, float* out) const;

  const TableEncoding& encoding_;
  const Table& table_;
  std::int64_t width_;
  std::vector<std::int64_t> begins_;              // [columns] where each column's output begins
  std::vector<std::vector<std::int32_t>> slots_;  // [columns] where each of the table's categories goes; last: missing
  std::vector<float> zeros_;                      // [width] a row of zeros, encoded: what a sparse row starts from
};

}  // namespace pauc
