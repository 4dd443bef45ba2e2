#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/io/text_window.h"

namespace pauc {

struct CsvOptions {
  enum class Header { first_line, none };
  Header header = Header::first_line;
  char delimiter = 0;  // 0: comma, tab or semicolon, whichever occurs most in the first line
};

// Rows that are read from another format, one after the other.
struct RowSource {
  std::string name;  // of the file
  std::vector<std::string> columns;
  std::function<bool(std::vector<std::string>& fields)> next;  // one field per column; false at the end
  std::function<std::string()> place;                          // of the last row: "actives.sdf: record 3 (aspirin)"
};

// Reads a CSV or TSV file record by record in constant memory. Accepts RFC 4180 quoting, LF or CRLF, a byte-order
// mark, gzip, UTF-16 and Latin-1. Skips blank lines. Every error names file and line.
//
//   CsvReader csv("scores.csv", {});
//   const auto score = csv.column("score");
//   while (csv.next()) use(csv.number(score));
class CsvReader {
 public:
  CsvReader(const std::string& path, const CsvOptions& options);
  // Hands on the rows of another format as if they stood in a CSV file.
  explicit CsvReader(RowSource rows);

  // Names from the header; "1", "2", ... if there is no header.
  const std::vector<std::string>& columns() const { return columns_; }

  // Index of a column, found by its name or, if there is no such name, by its number starting at 1.
  // The refusal names the option that the column is for.
  std::size_t column(std::string_view name_or_number, const char* option = "") const;

  // Moves to the next record; false at the end. Invalidates the fields of the previous record.
  bool next();

  // Whether next() would have to wait for the writer of a stream. Never true for a file.
  bool would_wait() const { return window_ && !record_waiting_ && window_->would_wait(); }

  std::string_view field(std::size_t column) const { return fields_[column].text; }
  double number(std::size_t column) const;  // finite, or an error with line, column and value

  std::int64_t line() const { return record_line_; }  // first line of the record, counted from 1
  std::string place(std::size_t column) const;        // "scores.csv: line 3, column 2 (score)"
  const std::string& name() const { return window_ ? window_->name() : rows_.name; }
  char delimiter() const { return delimiter_; }
  // Empty: nothing was converted so far.
  std::string_view converted_from() const { return window_ ? window_->converted_from() : std::string_view(); }

 private:
  struct Field {
    std::string_view text;
    bool quoted;
    bool has_escapes;  // contains "", which stands for one quote
  };

  bool read_record();
  bool scan_record();
  bool scan_quoted(const char*& position);
  void unescape_fields();
  std::string_view first_line();
  char sniff_delimiter();
  void read_header(const CsvOptions& options);
  bool next_of_rows();

  std::optional<TextWindow> window_;  // none: the rows come from `rows_`
  RowSource rows_;
  std::vector<std::string> row_;
  char delimiter_ = ',';
  std::vector<std::string> columns_;
  std::vector<Field> fields_;
  bool has_header_ = false;
  bool begun_ = false;           // a record has been read
  bool record_waiting_ = false;  // the first record was scanned already, in a file without header
  std::int64_t record_line_ = 0;
  std::int64_t next_line_ = 1;
};

// The text as a field of a CSV file, quoted if necessary.
std::string csv_field(const std::string& text);

}  // namespace pauc
