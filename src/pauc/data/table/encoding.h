#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/span.h"
#include "pauc/data/table/table.h"

namespace pauc {

/// Encoding of columns. standard: one standardised value per number; piecewise: also ramps between quantiles; plain:
/// numbers and categories as they are, with missing values, for trees.
enum class NumericEncoding { standard, piecewise, plain };

/// Words for NumericEncoding.
template <>
struct Choices<NumericEncoding> {
  /// Value and word of each choice.
  static constexpr NamedChoice<NumericEncoding> kNames[] = {{NumericEncoding::standard, "standard"},
                                                            {NumericEncoding::piecewise, "piecewise"},
                                                            {NumericEncoding::plain, "plain"}};
};

/// How table columns are encoded.
struct EncodingOptions {
  /// Encoding of numbers.
  NumericEncoding numeric = NumericEncoding::piecewise;
  /// Largest number of ramps per number; by default it depends on the number of training rows (see bins_for).
  std::optional<std::int64_t> bins;
  /// Largest number of categories per column that get a value of their own.
  std::int64_t most_categories = 64;
};

/// Names and descriptions of the options.
extern const Fields<EncodingOptions> kEncodingFields;

/// Standardised values are clipped to this size either way, so that an outlier does not dominate.
constexpr double kLargestStandardised = 10;

/// What the training rows had in a column, to recognise rows that are unlike them.
struct SeenValues {
  /// Number: smallest and largest value.
  double low = 0, high = 0;
  /// Share of the rows without a value.
  double missing = 0;
  /// Category: share of the rows whose text has no output of its own.
  double others = 0;
};

/// Encoding of one column, learnt from the training rows. Texts are stored as printable() in core/text/utf8.h shows
/// them, because JSON can hold only UTF-8.
struct ColumnEncoding {
  /// Name of the column.
  std::string name;
  /// Kind of its values.
  Column::Kind kind = Column::Kind::number;
  /// Reason that the column has no output: constant, all missing, different in every row (categories), or that of
  /// Column::left_out; empty if the column is used.
  std::string why_dropped;

  /// Number: how texts are read, apart from plain numbers.
  ColumnReading reading = {};

  /// Number: median of the present, finite values; it replaces missing values.
  ///
  /// Then z = (value - mean) / deviation, clipped to [-10, 10] so that an outlier does not dominate. The output is z;
  /// for piecewise, one ramp from 0 to 1 between each pair of neighbouring edges; and an indicator of missing values,
  /// if training had any.
  double median = 0;
  /// Number: mean of the present, finite values.
  double mean = 0;
  /// Number: standard deviation of the present, finite values.
  double deviation = 1;
  /// Number: quantiles of z between which ramps rise, ascending; none, or at least two.
  std::vector<float> edges;
  /// Number: false if training had a single value and missing ones, so that the indicator alone carries the
  /// information.
  bool keeps_value = true;
  /// Number: whether there is an indicator of missing values.
  bool marks_missing = false;

  /// One output: the number itself, NaN where it is missing, or the place of the category in `categories`.
  bool plain = false;

  /// Category: texts with an output of their own, most frequent first. One more output stands for all other texts. A
  /// missing category is the empty text.
  std::vector<std::string> categories;

  /// None in sparse tables, for dropped columns and in cards of earlier versions.
  std::optional<SeenValues> seen = {};

  /// Whether the column has no output.
  bool dropped() const { return !why_dropped.empty(); }
  /// Number of outputs.
  std::int64_t width() const;
};

/// Number of bins: as given, otherwise 64, or 32 from 100000 training rows on, where more bins only cost time.
std::int64_t bins_for(const EncodingOptions& options, std::int64_t train_rows);

/// How the columns of a table become numbers for a model: learnt from training rows and stored in the model card.
struct TableEncoding {
  /// Encoding of each column of the table, including dropped ones.
  std::vector<ColumnEncoding> columns;
  /// Texts that count as missing beside the usual ones.
  std::vector<std::string> missing = {};

  /// Number of outputs of all columns.
  std::int64_t width() const;
  /// Number of categories of each output that is a category, 0 for others; empty if none is.
  std::vector<std::int64_t> categories() const;
};

/// Fits an encoding to the training rows. Adds a note for each dropped column; refuses a table whose columns are all
/// dropped.
TableEncoding fit_encoding(const Table& table, Span<const std::int64_t> train_rows, const EncodingOptions& options,
                           std::vector<std::string>& notes);

/// The encoding as JSON; numbers are read back to the same bits.
std::string encoding_json(const TableEncoding& encoding);
/// Reads what encoding_json() wrote and refuses anything else; `where` names the source in error messages.
TableEncoding encoding_from_json(const std::string& text, const std::string& where);

/// Encodes rows of a table. Several threads may use it at once.
///
/// The table must have the columns of the encoding in the same order. Categories are matched by their texts, so the
/// table may number them differently. Table and encoding must outlive the encoder.
class TableEncoder {
 public:
  /// Refuses a table with other columns.
  TableEncoder(const TableEncoding& encoding, const Table& table);

  /// Number of outputs per row.
  std::int64_t width() const { return width_; }
  /// Writes the encoded rows to `out`: [rows, width].
  void encode(Span<const std::int64_t> rows, float* out) const;

 private:
  void put(std::size_t column, float value, float* out) const;
  void encode(const DenseValues& dense, Span<const std::int64_t> rows, float* out) const;
  void encode(const SparseValues& sparse, Span<const std::int64_t> rows, float* out) const;

  const TableEncoding& encoding_;
  const Table& table_;
  std::int64_t width_;
  std::vector<std::int64_t> begins_;              // [columns] first output of each column
  std::vector<std::vector<std::int32_t>> slots_;  // [columns] output of each category; last: missing
  std::vector<float> zeros_;                      // [width] an encoded row of zeros, from which sparse rows start
};

}  // namespace pauc
