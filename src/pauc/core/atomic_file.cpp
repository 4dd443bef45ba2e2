#include "pauc/core/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "pauc/core/error.h"
#include "pauc/core/random.h"

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

// A new file beside the target: nobody else's, whatever other processes, machines or containers write to the folder.
int create_temporary(const std::filesystem::path& folder, std::string& name) {
  static std::mutex mutex;
  static Random random(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()),
                       static_cast<std::uint64_t>(getpid()));
  const std::lock_guard<std::mutex> lock(mutex);
  for (;;) {
    name = (folder / joined(".pauc-", static_cast<std::int64_t>(random.next() >> 1), ".tmp")).string();
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

// Through symbolic links to the file itself: the link stays one.
std::filesystem::path target_of(const std::string& path) {
  std::error_code failed;
  auto target = std::filesystem::canonical(path, failed);
  return failed ? std::filesystem::path(path) : target;
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view content) {
  struct stat facts {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (exists && S_ISDIR(facts.st_mode)) fail(Fault::cannot_create, path, ": expected a file to write, got a folder");
  if (exists && !S_ISREG(facts.st_mode)) return write_directly(path, content);

  const auto target = target_of(path);
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  std::string temporary;
  const int descriptor = create_temporary(folder, temporary);
  if (descriptor < 0) cannot("create", Fault::cannot_create, path);
  bool done = (!exists || fchmod(descriptor, facts.st_mode & 07777U) == 0) && write_and_sync(descriptor, content, true);
  int error = errno;
  if (close(descriptor) != 0 && done) {
    done = false;
    error = errno;
  }
  if (done && std::rename(temporary.c_str(), target.c_str()) != 0) {
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
