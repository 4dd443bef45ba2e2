#include "pauc/core/io/byte_source.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::size_t kLargestRead = std::size_t{1} << 30;
constexpr std::size_t kMagicBytes = 2;

bool is_of_stream(const struct stat& facts) {
  return S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode) || S_ISSOCK(facts.st_mode);
}

bool is_stream_behind(int descriptor) {
  struct stat facts {};
  return fstat(descriptor, &facts) == 0 && is_of_stream(facts);
}

}  // namespace

bool is_stream(const std::string& path) {
  struct stat facts {};
  return path == "-" ? is_stream_behind(STDIN_FILENO) : stat(path.c_str(), &facts) == 0 && is_of_stream(facts);
}

// The members of a gzip file follow each other.
struct ByteSource::Gzip {
  Gzip() { inflateInit2(&stream, 16 + MAX_WBITS); }
  ~Gzip() { inflateEnd(&stream); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  z_stream stream = {};
  bool between_members = false;
  bool ended = false;
};

ByteSource::ByteSource(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      file_(path == "-" ? FileReader::of_standard_input() : FileReader(path)),
      is_stream_(is_stream_behind(file_.descriptor())),
      buffer_(kBufferBytes) {}

ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&& other) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&& other) noexcept = default;

std::size_t ByteSource::read(char* out, std::size_t capacity) {
  if (!recognised_) {
    recognised_ = true;
    if (begins_with_gzip()) gzip_ = std::make_unique<Gzip>();
  }
  return gzip_ ? unpack(out, capacity) : read_bytes(out, capacity);
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

bool ByteSource::would_wait() const {
  if (!is_stream_ || begin_ < end_) return false;
  pollfd asked{file_.descriptor(), POLLIN, 0};
  return poll(&asked, 1, 0) == 0;
}

// What is left in the buffer first. Small reads go through the buffer.
std::size_t ByteSource::read_bytes(char* out, std::size_t capacity) {
  if (begin_ == end_ && capacity < buffer_.size()) refill();
  if (begin_ < end_) {
    const std::size_t taken = std::min(capacity, end_ - begin_);
    std::memcpy(out, buffer_.data() + begin_, taken);
    begin_ += taken;
    return taken;
  }
  return capacity < buffer_.size() ? 0 : file_.read(out, capacity);
}

// Reads more behind what the buffer holds; false at the end.
bool ByteSource::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t got = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += got;
  return got > 0;
}

bool ByteSource::begins_with_gzip() {
  while (end_ - begin_ < kMagicBytes && refill()) {
  }
  return end_ - begin_ >= kMagicBytes && std::memcmp(buffer_.data() + begin_, "\x1F\x8B", kMagicBytes) == 0;
}

std::size_t ByteSource::unpack(char* out, std::size_t capacity) {
  z_stream& stream = gzip_->stream;
  const auto asked = static_cast<uInt>(std::min(capacity, kLargestRead));
  stream.next_out = reinterpret_cast<Bytef*>(out);
  stream.avail_out = asked;
  while (stream.avail_out > 0 && !gzip_->ended) {
    if (gzip_->between_members) {
      if (stream.avail_out < asked && would_wait()) break;
      end_member();
      continue;
    }
    stream.next_in = reinterpret_cast<Bytef*>(buffer_.data() + begin_);
    stream.avail_in = static_cast<uInt>(end_ - begin_);
    const int code = inflate(&stream, Z_NO_FLUSH);
    begin_ = end_ - stream.avail_in;
    gzip_->between_members = code == Z_STREAM_END;
    if (code == Z_BUF_ERROR) {  // nothing was left to unpack
      if (stream.avail_out < asked && would_wait()) break;
      require(refill(), name_, ": the gzip data end too early: the file is truncated");
    } else if (code != Z_OK && code != Z_STREAM_END) {
      fail(Fault::data, name_, ": the gzip data are damaged (", stream.msg == nullptr ? "no gzip" : stream.msg, ")");
    }
  }
  return asked - stream.avail_out;
}

// Another member may follow; other bytes behind the last one are padding.
void ByteSource::end_member() {
  gzip_->between_members = false;
  if (begins_with_gzip()) {
    inflateReset(&gzip_->stream);
  } else {
    gzip_->ended = true;
  }
}

}  // namespace pauc
