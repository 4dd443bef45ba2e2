#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pauc/core/io/text_window.h"

namespace pauc {

// The lines of a text file, one after the other, in constant memory; LF or CRLF, a byte-order mark, gzip.
class LineSource {
 public:
  explicit LineSource(const std::string& path) : window_(path) {}

  // Moves to the next line; false at the end. The text of the line before is gone then.
  bool next();
  bool next_not_blank();

  // Without its line end, of which the first byte, CR or LF, stands behind it and can be read.
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
