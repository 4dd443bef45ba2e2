#include "support/temporary_folder.h"

#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace pauc::test {

TemporaryFolder::TemporaryFolder() : folder_((std::filesystem::temp_directory_path() / "pauc-test-XXXXXX").string()) {
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make " + folder_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, std::string_view content) const {
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name);
}

std::string TemporaryFolder::gzipped(const std::string& name, std::string_view content) const {
  gzFile file = gzopen(path(name).c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return path(name);
}

std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

}  // namespace pauc::test
