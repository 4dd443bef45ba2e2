#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pauc/core/io/file_reader.h"

namespace pauc {

// Whether the path, or standard input for "-", is a pipe, a terminal or a socket: it can be read only once, and its
// writer may pause.
bool is_stream(const std::string& path);

// Reads the bytes of a file, or of standard input for "-". Recognises gzip by its content and unpacks it. Bytes of a
// stream are handed on as they come.
class ByteSource {
 public:
  explicit ByteSource(const std::string& path);
  ~ByteSource();
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;

  // Reads up to `capacity` bytes into `out`; returns their number, 0 at the end. Waits for the first of them only.
  std::size_t read(char* out, std::size_t capacity);

  // Reads exactly `size` bytes, or fewer at the end of the file; returns how many.
  std::size_t fill(char* out, std::size_t size);

  // Whether a read would have to wait for the writer of a stream. Never true for a file.
  bool would_wait() const;

  bool is_stream() const { return is_stream_; }
  const std::string& name() const { return name_; }

 private:
  struct Gzip;
  std::size_t read_bytes(char* out, std::size_t capacity);
  bool refill();
  bool begins_with_gzip();
  std::size_t unpack(char* out, std::size_t capacity);
  void end_member();

  std::string name_;
  FileReader file_;
  bool is_stream_;
  std::vector<char> buffer_;  // bytes of the file that were not handed on
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::unique_ptr<Gzip> gzip_;  // null: the bytes are handed on as they are
  bool recognised_ = false;
};

}  // namespace pauc
