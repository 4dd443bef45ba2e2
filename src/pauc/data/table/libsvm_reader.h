#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/io/line_source.h"
#include "pauc/core/span.h"

namespace pauc {

// Reads a file in the sparse text format of LIBSVM and SVMlight, possibly gzipped, row by row in constant memory.
//
//   +1 3:1 11:0.5   # a label, then index:value with ascending indices starting at 1; other values are 0
//
// A qid:N after the label, comments and blank lines are skipped. Every error names file and line.
class LibsvmReader {
 public:
  struct Entry {
    std::int32_t column;  // starts at 0: the index in the file minus 1
    float value;
  };

  explicit LibsvmReader(const std::string& path) : lines_(path) {}

  // Moves to the next row; false at the end. Invalidates label and entries of the previous row.
  bool next();

  std::string_view label() const { return label_; }  // as written in the file
  Span<const Entry> entries() const { return entries_; }

  std::int64_t line() const { return lines_.line(); }   // from 1
  std::string place() const { return lines_.place(); }  // "a9a: line 3"
  const std::string& name() const { return lines_.name(); }

 private:
  bool scan_row();
  const char* scan_entry(const char* first, const char* end);

  LineSource lines_;
  std::int64_t rows_ = 0;
  std::string_view label_;
  std::vector<Entry> entries_;
};

// Whether a file that begins with these bytes is in this format: the first row must be a number followed by one or more
// index:value. The bytes may end in the middle of a line.
bool looks_like_libsvm(std::string_view first_bytes);

}  // namespace pauc
