#include "pauc/core/io/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/io/uninterrupted.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

fs::path parent_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

// Some file systems cannot sync folders, and a folder that may be written to need not be readable.
bool cannot_be_synced(int error) {
  return error == EINVAL || error == ENOTSUP || error == EROFS || error == EACCES || error == EPERM;
}

bool is_gone(const std::error_code& error) {
  return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
}

}  // namespace

void sync_folder(const std::string& folder) {
  const int descriptor = uninterrupted([&] { return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  const bool synced = descriptor >= 0 && uninterrupted([&] { return fsync(descriptor); }) == 0;
  const int error = synced ? 0 : errno;
  if (descriptor >= 0) close(descriptor);
  if (!synced && !cannot_be_synced(error)) fail(Fault::io, folder, ": cannot sync: ", std::strerror(error));
}

void make_folder(const std::string& folder) {
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(fs::absolute(folder, failed), failed);  // ".." behind a link is elsewhere
  std::vector<fs::path> parents;  // of the folders that are missing, the innermost first
  for (fs::path at = path.has_filename() ? path : path.parent_path(); !fs::exists(at, failed) && at != at.root_path();
       at = at.parent_path()) {
    parents.push_back(at.parent_path());
  }
  fs::create_directories(folder, failed);
  if (failed) fail(Fault::cannot_create, folder, ": cannot create: ", failed.message());
  for (const fs::path& parent : parents) sync_folder(parent.string());
}

std::vector<std::string> paths_in(const std::string& folder) {
  std::error_code failed;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    paths.push_back(entry->path().string());
  }
  if (failed && !is_gone(failed)) fail(Fault::io, folder, ": cannot read: ", failed.message());
  return paths;
}

void remove_for_good(const std::string& path) {
  std::error_code failed;
  const auto removed = fs::remove_all(path, failed);
  if (failed && !is_gone(failed)) fail(Fault::io, path, ": cannot remove: ", failed.message());
  if (!failed && removed > 0) sync_folder(parent_of(path).string());
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
  std::error_code failed;
  for (const fs::path path : paths_in(folder)) {
    if (!is_chosen(path.filename().string()) || fs::is_directory(path, failed)) continue;
    fs::remove(path, failed);
    if (failed) fail(Fault::io, path.string(), ": cannot remove: ", failed.message());
  }
}

}  // namespace pauc
