#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"

namespace pauc {

// The part of a text file that is in memory: what was read and not yet taken. Holds 256 MB at most; gzip too. A
// byte-order mark is passed over, a zero byte refused.
//
// Behind end() stands a line end, and kReadableBehind bytes may be read: a scan for line ends needs no second test. The
// last line of a file has its line end in the window even if it has none in the file.
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

  // All in front of `position` is done with; it stays where it is until the window reads on.
  void take_to(const char* position) { begin_ = static_cast<std::size_t>(position - buffer_.data()); }

  // Moves what was not taken to the front and reads on; false when there is nothing more. `line` is where the text at
  // begin() stands, for the refusal of a record that never ends.
  bool read_on(std::int64_t line);

  const std::string& name() const { return source_.name(); }

 private:
  void make_room(std::size_t kept, std::int64_t line);
  std::size_t read_text();

  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t bytes_read_ = 0;
  bool file_ends_ = false;
};

}  // namespace pauc
