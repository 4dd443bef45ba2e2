#include "pauc/core/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/uninterrupted.h"
#include "pauc/core/random.h"

namespace pauc {

namespace {

std::filesystem::path folder_of(const std::filesystem::path& target) {
  return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

// A full disk is an I/O error at whatever step it shows.
[[noreturn]] void cannot(const char* what, Fault fault, const std::string& path) {
  const int error = errno;
  const bool full = error == ENOSPC || error == EDQUOT;
  std::error_code ignored;
  if (error == ENOENT && !std::filesystem::exists(folder_of(path), ignored)) {
    fail(fault, path, ": cannot ", what, ": there is no folder ", folder_of(path).string());
  }
  fail(full ? Fault::io : fault, path, ": cannot ", what, ": ", std::strerror(error));
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const auto written = uninterrupted([&] { return write(descriptor, content.data(), content.size()); });
    if (written == 0) errno = EIO;  // a device that takes nothing and gives no reason would be asked for ever
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Linux has closed the file even where a signal has interrupted it.
bool closed(int descriptor) { return close(descriptor) == 0 || errno == EINTR; }

// A new file beside the target: nobody else's, whatever other processes, machines or containers write to the folder.
int create_temporary(const std::filesystem::path& folder, std::string& name) {
  static std::mutex mutex;
  static Random random(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()),
                       static_cast<std::uint64_t>(getpid()));
  const std::lock_guard<std::mutex> lock(mutex);
  for (;;) {
    name = (folder / joined(".pauc-", static_cast<std::int64_t>(random.next() >> 1), ".tmp")).string();
    const int descriptor =
        uninterrupted([&] { return open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
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

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  struct stat facts {};
  const bool exists = stat(path_.c_str(), &facts) == 0;
  if (exists && S_ISDIR(facts.st_mode)) fail(Fault::cannot_create, path_, ": expected a file to write, got a folder");
  if (exists && !S_ISREG(facts.st_mode)) {
    descriptor_ = uninterrupted([&] { return open(path_.c_str(), O_WRONLY | O_CLOEXEC); });
    if (descriptor_ < 0) cannot("open", Fault::cannot_create, path_);
    return;
  }
  target_ = target_of(path_).string();
  descriptor_ = create_temporary(folder_of(target_), temporary_);
  if (descriptor_ < 0) cannot("create", Fault::cannot_create, path_);
  if (exists && fchmod(descriptor_, facts.st_mode & 07777U) != 0) give_up("write");
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view content) {
  if (!write_all(descriptor_, content)) give_up("write");
}

void AtomicFile::commit() {
  if (!temporary_.empty() && uninterrupted([&] { return fsync(descriptor_); }) != 0) give_up("write");
  bool done = closed(std::exchange(descriptor_, -1));
  if (temporary_.empty()) {
    if (!done) cannot("write", Fault::io, path_);
    return;
  }
  done = done && uninterrupted([&] { return std::rename(temporary_.c_str(), target_.c_str()); }) == 0;
  if (!done) give_up("write");
  sync_folder(folder_of(target_).string());  // or the new name may be lost in a crash
}

void AtomicFile::give_up(const char* what) {
  const int error = errno;
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) unlink(temporary_.c_str());
  errno = error;
  cannot(what, Fault::io, path_);
}

void write_file_atomically(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace pauc
