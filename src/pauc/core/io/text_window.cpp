#include "pauc/core/io/text_window.h"

#include <cstring>
#include <string_view>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 18;
constexpr std::size_t kLargestRecord = std::size_t{1} << 28;
constexpr std::size_t kSlack = TextWindow::kReadableBehind + 1;  // and a line end for a last line without one
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

TextWindow::TextWindow(const std::string& path) : source_(path), buffer_(kFirstBuffer + kSlack) {
  read_on(1);
  const std::string_view text(begin(), size());
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) begin_ = kByteOrderMark.size();
}

bool TextWindow::read_on(std::int64_t line) {
  if (file_ends_) return false;
  const std::size_t kept = size();
  std::memmove(buffer_.data(), begin(), kept);
  begin_ = 0;
  end_ = kept;
  make_room(kept, line);
  if (read_text() == 0) {
    file_ends_ = true;
    if (end_ > 0 && buffer_[end_ - 1] != '\n') buffer_[end_++] = '\n';
  }
  buffer_[end_] = '\n';
  return end_ > 0;
}

bool TextWindow::would_wait() const {
  return source_.is_stream() && !file_ends_ && std::memchr(begin(), '\n', size()) == nullptr && source_.would_wait();
}

void TextWindow::make_room(std::size_t kept, std::int64_t line) {
  if (buffer_.size() >= 2 * kept + kSlack) return;
  require(kept < kLargestRecord, name(), ": line ", line, ": a record of over ", kLargestRecord >> 20,
          " MB: expected lines of text");
  buffer_.resize(2 * buffer_.size());
}

std::size_t TextWindow::read_text() {
  char* const first = buffer_.data() + end_;
  const std::size_t got = source_.read(first, buffer_.size() - kSlack - end_);
  const void* const zero = std::memchr(first, 0, got);
  if (zero != nullptr) {
    // Converted text has other positions than the file.
    const auto position = bytes_read_ + (static_cast<const char*>(zero) - first);
    fail(Fault::data, name(), ": expected text, got a zero byte",
         converted_from().empty() ? joined(" at position ", position) : "", ": is this a binary file?");
  }
  bytes_read_ += static_cast<std::int64_t>(got);
  end_ += got;
  return got;
}

}  // namespace pauc
