#include "pauc/core/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "pauc/core/error.h"

namespace pauc {

namespace {

[[noreturn]] void cannot(const char* what, Fault fault, const std::string& path) {
  fail(fault, path, ": cannot ", what, ": ", std::strerror(errno));
}

bool write_and_sync(int descriptor, std::string_view content, bool sync) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return !sync || fsync(descriptor) == 0;
}

void write_directly(const std::string& path, std::string_view content) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) cannot("open", Fault::cannot_create, path);
  const bool written = write_and_sync(descriptor, content, false);
  const int error = errno;
  close(descriptor);
  errno = error;
  if (!written) cannot("write", Fault::io, path);
}

// The rename is lost in a crash unless the folder that names the file is synced too.
void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// Unique among processes and threads; what a killed process of the same number left behind is removed.
std::string temporary_name(const std::filesystem::path& folder) {
  static std::atomic<int> serial{0};
  std::string name = (folder / joined(".pauc-", static_cast<std::int64_t>(getpid()), '-', serial++, ".tmp")).string();
  unlink(name.c_str());
  return name;
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view content) {
  struct stat facts {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (exists && S_ISDIR(facts.st_mode)) fail(Fault::cannot_create, path, ": expected a file to write, got a folder");
  if (exists && !S_ISREG(facts.st_mode)) return write_directly(path, content);

  const auto parent = std::filesystem::path(path).parent_path();
  const auto folder = parent.empty() ? std::filesystem::path(".") : parent;
  const std::string temporary = temporary_name(folder);
  const int descriptor =
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? facts.st_mode & 07777U : 0666U);
  if (descriptor < 0) cannot("create", Fault::cannot_create, path);
  bool done = write_and_sync(descriptor, content, true);
  int error = errno;
  if (close(descriptor) != 0 && done) {
    done = false;
    error = errno;
  }
  if (done && std::rename(temporary.c_str(), path.c_str()) != 0) {
    done = false;
    error = errno;
  }
  if (!done) {
    unlink(temporary.c_str());
    errno = error;
    cannot("write", Fault::io, path);
  }
  sync_folder(folder);
}

}  // namespace pauc
