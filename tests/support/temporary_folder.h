#pragma once

#include <string>
#include <string_view>

namespace pauc::test {

// A folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  const std::string& folder() const { return folder_; }

  // Writes a file and returns its path.
  std::string file(const std::string& name, std::string_view content) const;
  std::string gzipped(const std::string& name, std::string_view content) const;

 private:
  std::string folder_;
};

std::string content_of(const std::string& path);

}  // namespace pauc::test
