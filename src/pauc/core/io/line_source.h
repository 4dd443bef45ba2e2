#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pauc/core/io/text_window.h"

namespace pauc {

// Reads a text file line by line in constant memory. Accepts LF or CRLF, a byte-order mark and gzip.
class LineSource {
 public:
  explicit LineSource(const std::string& path) : window_(path) {}

  // Moves to the next line; false at the end. Invalidates the text of the previous line.
  bool next();
  bool next_not_blank();

  // The line without its line end. The byte after the text, CR or LF, can still be read.
  std::string_view text() const { return text_; }

  std::int64_t line() const { return line_; }  // from 1
  std::string place() const;                   // "a9a: line 3"
  const std::string& name() const { return window_.name(); }

 private:
  TextWindow window_;
  std::string_view text_;
  std::int64_t line_ = 0;
};

}  // namespace pauc
