#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/byte_source.h"
#include "pauc/core/span.h"

namespace pauc {

// A file in the sparse text format of LIBSVM and SVMlight, read row by row in constant memory; gzip too.
//
//   +1 3:1 11:0.5   # a label, then index:value with ascending indices from 1 on; what is not listed is 0
//
// A qid:N behind the label is passed over, as are comments and blank lines. Every error names file and line.
class LibsvmReader {
 public:
  struct Entry {
    std::int32_t column;  // from 0 on: the file's index less 1
    float value;
  };

  explicit LibsvmReader(const std::string& path);

  // Moves to the next row; false at the end. Label and entries of the row before are gone then.
  bool next();

  std::string_view label() const { return label_; }  // as it stands in the file
  Span<const Entry> entries() const { return entries_; }

  std::int64_t line() const { return line_; }  // from 1
  std::string place() const;                   // "a9a: line 3"
  const std::string& name() const { return source_.name(); }

 private:
  bool read_line();
  bool refill();
  void grow(std::size_t kept);
  bool scan_row();
  const char* scan_entry(const char* first, const char* end);

  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // first byte not yet handed out
  std::size_t end_ = 0;    // end of what was read
  std::int64_t bytes_read_ = 0;
  bool at_end_ = false;

  std::string_view text_;  // of the line, without comment and line end; the byte behind it can be read and is no digit
  std::int64_t line_ = 0;
  std::int64_t rows_ = 0;
  std::string_view label_;
  std::vector<Entry> entries_;
};

// Whether a file that begins with these bytes is in this format: its first row has a number as label and at least one
// index:value, and nothing else. The bytes may end in the middle of a line.
bool looks_like_libsvm(std::string_view first_bytes);

}  // namespace pauc
