#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace pauc {

// Reads the bytes of a file, or of standard input for "-". Recognises gzip by its content and unpacks it.
class ByteSource {
 public:
  explicit ByteSource(const std::string& path);

  // Reads up to `capacity` bytes into `out`; returns their number, 0 at the end.
  std::size_t read(char* out, std::size_t capacity);

  // Reads exactly `size` bytes, or fewer at the end of the file; returns how many.
  std::size_t fill(char* out, std::size_t size);

  const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(void* file) const;
  };
  std::string name_;
  std::unique_ptr<void, Close> file_;  // zlib's gzFile, which passes plain files through
};

}  // namespace pauc
