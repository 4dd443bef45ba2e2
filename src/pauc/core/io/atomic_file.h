#pragma once

#include <string>
#include <string_view>

namespace pauc {

// A file that appears complete or not at all. write() writes to a temporary file in the same folder; commit() syncs and
// renames it. Without commit(), the temporary file is removed and an existing file stays unchanged. A pipe or a device
// is written to directly.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view content);
  void commit();

 private:
  [[noreturn]] void give_up(const char* what);

  std::string path_;
  std::string target_;     // with symbolic links resolved
  std::string temporary_;  // empty: written to directly
  int descriptor_ = -1;
};

// Writes a whole file at once.
void write_file_atomically(const std::string& path, std::string_view content);

}  // namespace pauc
