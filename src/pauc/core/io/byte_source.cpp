#include "pauc/core/io/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "pauc/core/error.h"
#include "pauc/core/io/cannot_open.h"
#include "pauc/core/io/uninterrupted.h"

namespace pauc {

namespace {

constexpr unsigned kBufferBytes = 1U << 18;
constexpr std::size_t kLargestRead = std::size_t{1} << 30;

int open_for_reading(const std::string& path) {
  if (path == "-") return dup(STDIN_FILENO);
  const int descriptor = uninterrupted([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (descriptor < 0) cannot_open(path);
  struct stat facts {};
  if (fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode)) {
    close(descriptor);
    fail(Fault::no_input, path, ": expected a file, got a folder");
  }
  return descriptor;
}

// zlib puts "<fd:3>: " before its reasons.
std::string_view without_descriptor(std::string_view reason) {
  const auto colon = reason.find(">: ");
  return colon == std::string_view::npos ? reason : reason.substr(colon + 3);
}

gzFile as_gz(void* file) { return static_cast<gzFile>(file); }

}  // namespace

void ByteSource::Close::operator()(void* file) const { gzclose_r(as_gz(file)); }

ByteSource::ByteSource(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  const int descriptor = open_for_reading(path);
  file_.reset(gzdopen(descriptor, "rb"));
  if (!file_) {
    close(descriptor);
    fail(Fault::io, name_, ": cannot read: ", std::strerror(errno));
  }
  gzbuffer(as_gz(file_.get()), kBufferBytes);
}

std::size_t ByteSource::read(char* out, std::size_t capacity) {
  const auto asked = static_cast<unsigned>(std::min(capacity, kLargestRead));
  const int got = gzread(as_gz(file_.get()), out, asked);
  int code = Z_OK;
  const char* reason = gzerror(as_gz(file_.get()), &code);
  if (code == Z_ERRNO) fail(Fault::io, name_, ": cannot read: ", std::strerror(errno));
  if (code == Z_BUF_ERROR) fail(Fault::data, name_, ": the gzip data end too early: the file is truncated");
  if (got < 0 || code < 0) fail(Fault::data, name_, ": the gzip data are damaged (", without_descriptor(reason), ")");
  return static_cast<std::size_t>(got);
}

std::size_t ByteSource::fill(char* out, std::size_t size) {
  std::size_t have = 0;
  while (have < size) {
    const std::size_t got = read(out + have, size - have);
    if (got == 0) break;
    have += got;
  }
  return have;
}

}  // namespace pauc
