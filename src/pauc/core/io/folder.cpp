#include "pauc/core/io/folder.h"

#include <filesystem>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) fail(Fault::cannot_create, folder, ": cannot create: ", failed.message());
}

std::string folder_name(const std::string& folder) {
  std::error_code ignored;
  auto path = std::filesystem::weakly_canonical(folder, ignored);
  if (ignored || path.empty()) path = folder;
  return path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
}

std::string absolute_folder(const std::string& folder) {
  const auto path = std::filesystem::absolute(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

void remove_files(const std::string& folder, const std::function<bool(const std::string& name)>& is_chosen) {
  namespace fs = std::filesystem;
  std::vector<fs::path> chosen;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (is_chosen(entry.path().filename().string()) && !entry.is_directory(failed)) chosen.push_back(entry.path());
  }
  for (const fs::path& path : chosen) {
    fs::remove(path, failed);
    if (failed) fail(Fault::io, path.string(), ": cannot remove: ", failed.message());
  }
}

}  // namespace pauc
