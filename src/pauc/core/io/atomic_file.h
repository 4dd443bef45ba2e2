#pragma once

#include <string>
#include <string_view>

namespace pauc {

// A file that appears whole or not at all: written to a temporary file beside its place, synced and renamed by
// commit(). Without commit nothing is left and what was there before stays. A pipe or a device is written to directly.
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
  std::string target_;     // behind symbolic links
  std::string temporary_;  // empty: written to directly
  int descriptor_ = -1;
};

// A whole file at once.
void write_file_atomically(const std::string& path, std::string_view content);

}  // namespace pauc
