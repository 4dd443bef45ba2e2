#include "pauc/core/io/file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/cannot_open.h"
#include "pauc/core/io/uninterrupted.h"

namespace pauc {

namespace {

constexpr std::size_t kLargestRead = std::size_t{1} << 30;

int opened(const std::string& path, const std::string& name) {
  const int descriptor = uninterrupted([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor < 0) cannot_open(name);
  struct stat facts {};
  if (fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode)) {
    close(descriptor);
    fail(Fault::no_input, name, ": expected a file, got a folder");
  }
  return descriptor;
}

}  // namespace

FileReader::FileReader(int descriptor, std::string name) : name_(std::move(name)), descriptor_(new int(descriptor)) {}

FileReader::FileReader(const std::string& path, std::string name) : name_(std::move(name)) {
  if (name_.empty()) name_ = path;
  descriptor_.reset(new int(opened(path, name_)));
}

FileReader FileReader::of_standard_input() {
  FileReader reader(dup(STDIN_FILENO), "standard input");
  if (reader.descriptor() < 0) fail(Fault::io, reader.name_, ": cannot read: ", std::strerror(errno));
  return reader;
}

void FileReader::Close::operator()(const int* descriptor) const {
  close(*descriptor);
  delete descriptor;
}

std::size_t FileReader::read(char* out, std::size_t capacity) {
  const auto got = uninterrupted([&] { return ::read(*descriptor_, out, std::min(capacity, kLargestRead)); });
  if (got < 0) fail(Fault::io, name_, ": cannot read: ", std::strerror(errno));
  return static_cast<std::size_t>(got);
}

std::size_t FileReader::fill(char* out, std::size_t size) {
  std::size_t have = 0;
  while (have < size) {
    const std::size_t got = read(out + have, size - have);
    if (got == 0) break;
    have += got;
  }
  return have;
}

void FileReader::go_to(std::int64_t place) {
  if (lseek(*descriptor_, place, SEEK_SET) < 0) fail(Fault::io, name_, ": cannot read: ", std::strerror(errno));
}

std::int64_t FileReader::size() const {
  struct stat facts {};
  if (fstat(*descriptor_, &facts) != 0) fail(Fault::io, name_, ": cannot read: ", std::strerror(errno));
  return S_ISREG(facts.st_mode) ? std::int64_t{facts.st_size} : 0;
}

}  // namespace pauc
