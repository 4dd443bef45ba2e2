#include "pauc/core/io/whole_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pauc/core/error.h"

namespace pauc {

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string content_of_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(Fault::no_input, path, ": expected a file, got a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(Fault::no_input, path, ": cannot open: ", std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) fail(Fault::io, path, ": cannot read: ", std::strerror(errno));
  return text.str();
}

}  // namespace pauc
