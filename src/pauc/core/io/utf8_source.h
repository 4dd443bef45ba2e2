#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pauc/core/io/byte_source.h"

namespace pauc {

// Reads a text file, or standard input for "-", as UTF-8. Recognises other encodings by their bytes and converts them:
// UTF-16 with or without a byte-order mark, and Windows-1252, of which Latin-1 is a part. The first byte that is not
// ASCII decides between UTF-8 and Windows-1252, so a file is read the same way in blocks and at once. Refuses a file
// that begins as UTF-8 and has other bytes later, and files of other programs.
class Utf8Source {
 public:
  explicit Utf8Source(const std::string& path) : source_(path) {}

  // Reads up to `capacity` bytes, at least 32, of UTF-8 into `out`; returns their number, 0 at the end. Bytes of a
  // stream are handed on as they come.
  std::size_t read(char* out, std::size_t capacity);

  // "UTF-16" or "Windows-1252 (Latin-1)" if text was converted so far; otherwise empty.
  std::string_view converted_from() const;
  const std::string& name() const { return source_.name(); }

  // Whether a read would have to wait for the writer of a stream. Never true for a file.
  bool would_wait() const { return raw_at_ == raw_.size() && source_.would_wait(); }
  bool is_stream() const { return source_.is_stream(); }

 private:
  enum class Encoding { unknown, ascii, utf8, windows_1252, utf16_little, utf16_big };

  std::size_t read_head(char* out);
  std::size_t read_first(char* out, std::size_t capacity);
  std::size_t read_plain(char* out, std::size_t capacity);
  std::size_t read_converted(char* out, std::size_t capacity);
  std::size_t checked(char* out, std::size_t size, std::size_t capacity, bool file_ends);
  [[noreturn]] void refuse_mixture(std::string_view before, char byte) const;
  bool is_utf16() const { return encoding_ == Encoding::utf16_little || encoding_ == Encoding::utf16_big; }
  bool has_raw(std::size_t bytes);
  unsigned raw_unit(std::size_t at) const;
  std::size_t take_character(char* out);

  ByteSource source_;
  Encoding encoding_ = Encoding::unknown;
  std::string carried_;     // the first bytes of a character whose end was not read yet
  std::string raw_;         // bytes to be converted
  std::size_t raw_at_ = 0;  // the first of them that was not converted yet
};

// The first bytes of a text file as UTF-8 if they are UTF-16; otherwise as they are.
std::string utf8_from_utf16_head(std::string_view head);

}  // namespace pauc
