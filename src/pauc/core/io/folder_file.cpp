#include "pauc/core/io/folder_file.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/io/whole_file.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

fs::path resolved(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::canonical(path, error);
  if (error) fail(Fault::no_input, path, ": cannot open: ", error.message());
  return found;
}

const char* kind_name(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "something else";
  }
}

// A few compressed bytes may stand for any number of others.
void require_not_compressed(const std::string& path) {
  char start[2] = {};
  FileReader(path).fill(start, sizeof start);
  require(start[0] != '\x1f' || start[1] != '\x8b', path, ": expected a text, got a compressed file");
}

}  // namespace

void require_inside(const std::string& folder, const std::string& path) {
  const fs::path outer = resolved(folder);
  const fs::path inner = resolved(path);
  const auto differing = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first;
  require(differing == outer.end(), path, ": expected something in ", folder, ", got a link that leads out of it");
}

const std::string& checked_file(const std::string& folder, const std::string& path) {
  require_inside(folder, path);
  std::error_code error;
  const auto type = fs::status(path, error).type();
  if (error) fail(Fault::no_input, path, ": cannot open: ", error.message());
  require(type == fs::file_type::regular, path, ": expected a file, got ", kind_name(type));
  require_not_compressed(path);
  return path;
}

std::string content_of_folder_file(const std::string& folder, const std::string& path, std::size_t most_bytes) {
  return content_of_file(checked_file(folder, path), most_bytes);
}

}  // namespace pauc
