#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace pauc {

// Reads the bytes of a file as they are, and repeats what a signal interrupts. Errors call the file by its path, or by
// `name` if one is given.
class FileReader {
 public:
  explicit FileReader(const std::string& path, std::string name = "");
  static FileReader of_standard_input();

  // Reads up to `capacity` bytes, which may be fewer than are left; returns their number, 0 at the end.
  std::size_t read(char* out, std::size_t capacity);

  // Reads exactly `size` bytes, or fewer at the end of the file; returns how many.
  std::size_t fill(char* out, std::size_t size);

  // Goes to a place, counted in bytes from the beginning of the file.
  void go_to(std::int64_t place);

  // Bytes in the file, as the file system tells; none of what has no size, such as a pipe.
  std::int64_t size() const;

  int descriptor() const { return *descriptor_; }

 private:
  struct Close {
    void operator()(const int* descriptor) const;
  };
  FileReader(int descriptor, std::string name);

  std::string name_;
  std::unique_ptr<int, Close> descriptor_;
};

}  // namespace pauc
