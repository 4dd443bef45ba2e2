#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/io/utf8_source.h"

namespace pauc {

// The part of a text file that is in memory: text that was read but not yet taken, at most 256 MB. Accepts gzip,
// converts other encodings to UTF-8, skips a byte-order mark, and refuses a zero byte and files of other programs.
//
// There is always a line end at end(), and kReadableBehind bytes after end() may be read, so a scan for line ends needs
// no test for the end of the window. The last line always has a line end in the window, even if it has none in the
// file.
class TextWindow {
 public:
  static constexpr std::size_t kReadableBehind = 31;

  explicit TextWindow(const std::string& path);

  char* begin() { return buffer_.data() + begin_; }
  const char* begin() const { return buffer_.data() + begin_; }
  const char* end() const { return buffer_.data() + end_; }
  std::size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  bool file_ends() const { return file_ends_; }  // nothing is left to read

  // Whether the writer of a stream has to be waited for until the window has another whole line.
  bool would_wait() const;

  // Takes the text before `position`. It stays in memory until the next read_on().
  void take_to(const char* position) { begin_ = static_cast<std::size_t>(position - buffer_.data()); }

  // Moves the remaining text to the front and reads more; false if there is no more. `line` is the line number of the
  // text at begin(), for the error about a record that is too long.
  bool read_on(std::int64_t line);

  const std::string& name() const { return source_.name(); }
  // The encoding that text was converted from so far; empty if it is UTF-8.
  std::string_view converted_from() const { return source_.converted_from(); }

 private:
  void make_room(std::size_t kept, std::int64_t line);
  std::size_t read_text();

  Utf8Source source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t bytes_read_ = 0;
  bool file_ends_ = false;
};

}  // namespace pauc
