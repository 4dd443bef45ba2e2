// The system calls of broken_calls.h.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "faults/changes.h"
#include "faults/plan.h"

namespace {

using pauc::test::Call;
using pauc::test::Failure;
using pauc::test::record;

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
// The function of this name behind this library.
#define PAUC_REAL(name) static auto* const next = real<decltype(name)>(#name)

std::string link_target(const std::string& link) {
  char path[PATH_MAX];
  const ssize_t size = readlink(link.c_str(), path, sizeof path);
  return size < 0 ? "" : std::string(path, static_cast<std::size_t>(size));
}

std::string path_of(int descriptor) { return link_target("/proc/self/fd/" + std::to_string(descriptor)); }

// Absolute, without "." and "..".
std::string path_at(int folder, const char* path) {
  std::filesystem::path whole = path;
  if (whole.is_relative()) whole = (folder == AT_FDCWD ? link_target("/proc/self/cwd") : path_of(folder)) / whole;
  whole = whole.lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).string();
}

bool is_there(const std::string& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0;
}

bool is_folder(const std::string& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// -1 with errno if the call fails as planned, 0 otherwise. For calls that do not take part of something.
int refused(Call call, const std::string& path) {
  const Failure failure = counted(call, path);
  if (failure.error == 0) return 0;
  errno = failure.error;
  return -1;
}

// Whether there was a file before the call tells what it has changed.
void record_open(const std::string& path, int flags, bool was_there, int result) {
  if (result < 0) return;
  if ((flags & O_CREAT) != 0 && !was_there) return record({"create", path});
  if ((flags & O_TRUNC) != 0 && (flags & O_ACCMODE) != O_RDONLY) record({"truncate", path});
}

mode_t mode_in(int flags, va_list list) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(list, int)) : 0;
}

template <class Open>
int opened(const std::string& path, int flags, const Open& open) {
  if (refused(Call::open, path) != 0) return -1;
  const bool was_there = is_there(path);
  const int result = open();
  const int error = errno;
  record_open(path, flags, was_there, result);
  errno = error;
  return result;
}

int flags_of(std::string_view mode) {
  if (mode[0] == 'r') return mode.find('+') == std::string_view::npos ? O_RDONLY : O_RDWR;
  return O_WRONLY | O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND);
}

// Writes as the plan wants it; `write` gets the number of bytes that it may write.
template <class Write>
ssize_t written(int descriptor, const void* bytes, std::size_t size, std::int64_t offset, const Write& write) {
  const std::string path = path_of(descriptor);
  const Failure failure = counted(Call::write, path);
  errno = failure.error;
  if (failure.error != 0) return -1;
  if (failure.takes_nothing) return 0;
  const ssize_t result = write(failure.takes_half ? (size + 1) / 2 : size);
  if (result > 0) {
    record({"write", path, "", offset, {static_cast<const char*>(bytes), static_cast<std::size_t>(result)}});
  }
  return result;
}

// Reads as the plan wants it; `read` gets the number of bytes that it may read.
template <class Read>
ssize_t taken(int descriptor, std::size_t size, const Read& read) {
  const Failure failure = counted(Call::read, path_of(descriptor));
  errno = failure.error;
  if (failure.error != 0) return -1;
  if (failure.takes_nothing) return 0;
  return read(failure.takes_half ? (size + 1) / 2 : size);
}

std::int64_t place_in(int descriptor) {
  return pauc::test::is_recording() ? std::int64_t{lseek(descriptor, 0, SEEK_CUR)} : 0;
}

int synced(int descriptor, int (*sync)(int)) {
  const std::string path = path_of(descriptor);
  if (refused(Call::fsync, path) != 0) return -1;
  const int result = sync(descriptor);
  if (result == 0) record({"sync", path});
  return result;
}

template <class Rename>
int renamed(const std::string& from, const std::string& to, const Rename& rename) {
  if (refused(Call::rename, from) != 0) return -1;
  const int result = rename();
  if (result == 0) record({"rename", from, to});
  return result;
}

template <class Remove>
int removed(const std::string& path, const Remove& remove) {
  if (refused(Call::unlink, path) != 0) return -1;
  const bool folder = is_folder(path);
  const int result = remove();
  if (result == 0) record({folder ? "rmdir" : "unlink", path});
  return result;
}

}  // namespace

// The C library declares parameters that are never null, and this library has no other parameters.
extern "C" {

int open(const char* path, int flags, ...) {
  PAUC_REAL(open);
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return opened(path_at(AT_FDCWD, path), flags, [&] { return next(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  PAUC_REAL(open64);
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return opened(path_at(AT_FDCWD, path), flags, [&] { return next(path, flags, mode); });
}

int openat(int folder, const char* path, int flags, ...) {
  PAUC_REAL(openat);
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return opened(path_at(folder, path), flags, [&] { return next(folder, path, flags, mode); });
}

int openat64(int folder, const char* path, int flags, ...) {
  PAUC_REAL(openat64);
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return opened(path_at(folder, path), flags, [&] { return next(folder, path, flags, mode); });
}

FILE* fopen(const char* path, const char* mode) {
  PAUC_REAL(fopen);
  FILE* file = nullptr;
  opened(path_at(AT_FDCWD, path), flags_of(mode), [&] { return (file = next(path, mode)) == nullptr ? -1 : 0; });
  return file;
}

FILE* fopen64(const char* path, const char* mode) {
  PAUC_REAL(fopen64);
  FILE* file = nullptr;
  opened(path_at(AT_FDCWD, path), flags_of(mode), [&] { return (file = next(path, mode)) == nullptr ? -1 : 0; });
  return file;
}

DIR* opendir(const char* path) {
  PAUC_REAL(opendir);
  return refused(Call::open, path_at(AT_FDCWD, path)) != 0 ? nullptr : next(path);
}

ssize_t read(int descriptor, void* bytes, size_t size) {
  PAUC_REAL(read);
  return taken(descriptor, size, [&](std::size_t most) { return next(descriptor, bytes, most); });
}

ssize_t pread(int descriptor, void* bytes, size_t size, off_t offset) {
  PAUC_REAL(pread);
  return taken(descriptor, size, [&](std::size_t most) { return next(descriptor, bytes, most, offset); });
}

ssize_t pread64(int descriptor, void* bytes, size_t size, off64_t offset) {
  PAUC_REAL(pread64);
  return taken(descriptor, size, [&](std::size_t most) { return next(descriptor, bytes, most, offset); });
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  PAUC_REAL(write);
  return written(descriptor, bytes, size, place_in(descriptor),
                 [&](std::size_t most) { return next(descriptor, bytes, most); });
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  PAUC_REAL(pwrite);
  return written(descriptor, bytes, size, offset,
                 [&](std::size_t most) { return next(descriptor, bytes, most, offset); });
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t offset) {
  PAUC_REAL(pwrite64);
  return written(descriptor, bytes, size, offset,
                 [&](std::size_t most) { return next(descriptor, bytes, most, offset); });
}

ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  std::string all;
  for (int k = 0; k < count; ++k) all.append(static_cast<const char*>(parts[k].iov_base), parts[k].iov_len);
  return write(descriptor, all.data(), all.size());
}

int fsync(int descriptor) {
  PAUC_REAL(fsync);
  return synced(descriptor, next);
}

int fdatasync(int descriptor) {
  PAUC_REAL(fdatasync);
  return synced(descriptor, next);
}

int rename(const char* from, const char* to) noexcept {
  PAUC_REAL(rename);
  return renamed(path_at(AT_FDCWD, from), path_at(AT_FDCWD, to), [&] { return next(from, to); });
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  PAUC_REAL(renameat);
  return renamed(path_at(from_folder, from), path_at(to_folder, to),
                 [&] { return next(from_folder, from, to_folder, to); });
}

int unlink(const char* path) noexcept {
  PAUC_REAL(unlink);
  return removed(path_at(AT_FDCWD, path), [&] { return next(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  PAUC_REAL(unlinkat);
  return removed(path_at(folder, path), [&] { return next(folder, path, flags); });
}

int rmdir(const char* path) noexcept {
  PAUC_REAL(rmdir);
  return removed(path_at(AT_FDCWD, path), [&] { return next(path); });
}

int remove(const char* path) noexcept {
  PAUC_REAL(remove);
  return removed(path_at(AT_FDCWD, path), [&] { return next(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  PAUC_REAL(mkdir);
  const std::string whole = path_at(AT_FDCWD, path);
  if (refused(Call::mkdir, whole) != 0) return -1;
  const int result = next(path, mode);
  if (result == 0) record({"mkdir", whole});
  return result;
}

// The file is closed even where the call fails, as in Linux.
int close(int descriptor) {
  PAUC_REAL(close);
  const int failed = refused(Call::close, path_of(descriptor));
  const int error = errno;
  const int result = next(descriptor);
  if (failed != 0) errno = error;
  return failed != 0 ? -1 : result;
}

void* mmap(void* place, size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
  PAUC_REAL(mmap);
  if (descriptor >= 0 && refused(Call::mmap, path_of(descriptor)) != 0) return MAP_FAILED;
  return next(place, size, protection, flags, descriptor, offset);
}

void* mmap64(void* place, size_t size, int protection, int flags, int descriptor, off64_t offset) noexcept {
  PAUC_REAL(mmap64);
  if (descriptor >= 0 && refused(Call::mmap, path_of(descriptor)) != 0) return MAP_FAILED;
  return next(place, size, protection, flags, descriptor, offset);
}

}  // extern "C"
