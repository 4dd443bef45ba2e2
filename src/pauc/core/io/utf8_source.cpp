#include "pauc/core/io/utf8_source.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "pauc/core/error.h"
#include "pauc/core/io/foreign_format.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

constexpr std::size_t kRawBytes = std::size_t{1} << 16;
constexpr std::size_t kLongestCharacter = 4;
constexpr std::size_t kHeadBytes = 16;  // they tell which program wrote a file
constexpr unsigned kReplacement = 0xFFFD;

// Code points of the bytes 0x80 to 0x9F in Windows-1252; the five that it leaves open stand for themselves.
constexpr unsigned kWindowsUpper[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                        0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

unsigned byte_of(char c) { return static_cast<unsigned char>(c); }

// The first byte of `text` at or after `at` that is not ASCII; the size of the text if there is none.
std::size_t find_beyond_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) != 0) break;
  }
  while (at < text.size() && byte_of(text[at]) < 0x80) ++at;
  return at;
}

// Whether these bytes could be the beginning of a longer UTF-8 character.
bool may_continue(std::string_view bytes) {
  const unsigned first = byte_of(bytes[0]);
  const std::size_t length = first >= 0xF0 && first <= 0xF4   ? 4
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xC2 && first <= 0xDF ? 2
                                                              : 0;
  const auto continues = [](char c) { return (byte_of(c) & 0xC0U) == 0x80U; };
  return bytes.size() < length && std::all_of(bytes.begin() + 1, bytes.end(), continues);
}

std::size_t put_utf8(unsigned code, char* out) {
  const auto part = [&](int shift, unsigned lead) { return static_cast<char>(lead | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    out[0] = static_cast<char>(code);
    return 1;
  }
  if (code < 0x800) {
    out[0] = static_cast<char>(0xC0U | (code >> 6));
    out[1] = part(0, 0x80);
    return 2;
  }
  if (code < 0x10000) {
    out[0] = static_cast<char>(0xE0U | (code >> 12));
    out[1] = part(6, 0x80);
    out[2] = part(0, 0x80);
    return 3;
  }
  out[0] = static_cast<char>(0xF0U | (code >> 18));
  out[1] = part(12, 0x80);
  out[2] = part(6, 0x80);
  out[3] = part(0, 0x80);
  return 4;
}

bool has_mark(std::string_view head, const char* mark) { return head.substr(0, 2) == std::string_view(mark, 2); }
constexpr const char* kLittleMark = "\xFF\xFE";
constexpr const char* kBigMark = "\xFE\xFF";

enum class Utf16 { no, little, big };

// ASCII characters in UTF-16 have a zero byte each; no text in another encoding has.
Utf16 utf16_of(std::string_view head) {
  const auto zeros = [&](std::size_t first) {
    return head.size() >= 4 && head[first] == 0 && head[first + 2] == 0 && head[1 - first] != 0;
  };
  if (has_mark(head, kBigMark) || zeros(0)) return Utf16::big;
  return has_mark(head, kLittleMark) || zeros(1) ? Utf16::little : Utf16::no;
}

std::size_t size_of_mark(std::string_view head) {
  return has_mark(head, kLittleMark) || has_mark(head, kBigMark) ? 2 : 0;
}

unsigned unit_at(std::string_view bytes, std::size_t at, bool little) {
  const unsigned first = byte_of(bytes[at]);
  const unsigned second = byte_of(bytes[at + 1]);
  return little ? first | (second << 8) : (first << 8) | second;
}

bool is_high(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }
unsigned paired(unsigned high, unsigned low) { return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00); }

}  // namespace

std::string_view Utf8Source::converted_from() const {
  if (is_utf16()) return "UTF-16";
  return encoding_ == Encoding::windows_1252 ? "Windows-1252 (Latin-1)" : "";
}

std::size_t Utf8Source::read(char* out, std::size_t capacity) {
  switch (encoding_) {
    case Encoding::unknown:
      return read_first(out, capacity);
    case Encoding::ascii:
    case Encoding::utf8:
      return read_plain(out, capacity);
    default:
      return read_converted(out, capacity);
  }
}

// The first bytes; of a stream that pauses behind its first line no more than that.
std::size_t Utf8Source::read_head(char* out) {
  std::size_t have = 0;
  while (have < kHeadBytes) {
    const std::size_t got = source_.read(out + have, kHeadBytes - have);
    have += got;
    const bool line_ends = got > 0 && (out[have - 1] == '\n' || (have > 1 && out[have - 2] == '\n'));  // UTF-16
    if (got == 0 || (line_ends && source_.would_wait())) break;
  }
  return have;
}

std::size_t Utf8Source::read_first(char* out, std::size_t capacity) {
  const std::string_view head(out, read_head(out));
  refuse_foreign_format(name(), head);
  const Utf16 order = utf16_of(head);
  if (order != Utf16::no) {
    encoding_ = order == Utf16::little ? Encoding::utf16_little : Encoding::utf16_big;
    raw_ = head;
    raw_at_ = size_of_mark(head);
    return read_converted(out, capacity);
  }
  encoding_ = Encoding::ascii;
  carried_ = head;
  return read_plain(out, capacity);
}

// Does not wait for more of a stream if it can hand on what was carried over.
std::size_t Utf8Source::read_plain(char* out, std::size_t capacity) {
  for (bool may_wait = false;; may_wait = true) {
    const std::size_t carried = carried_.size();
    std::copy(carried_.begin(), carried_.end(), out);
    carried_.clear();
    const bool waits = !may_wait && carried > 0 && source_.would_wait();
    const std::size_t got = waits ? 0 : source_.read(out + carried, capacity - carried);
    if (carried + got == 0) return 0;
    const std::size_t size = checked(out, carried + got, capacity, got == 0 && !waits);
    if (size > 0) return size;
  }
}

// The number of bytes that are UTF-8, after what follows them was carried over, converted or refused.
std::size_t Utf8Source::checked(char* out, std::size_t size, std::size_t capacity, bool file_ends) {
  const std::string_view text(out, size);
  for (std::size_t at = find_beyond_ascii(text, 0); at < size; at = find_beyond_ascii(text, at)) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = character_length(rest);
    if (length > 0) {
      encoding_ = Encoding::utf8;
      at += length;
      continue;
    }
    if (!file_ends && may_continue(rest)) {
      carried_ = rest;
      return at;
    }
    if (encoding_ == Encoding::utf8) refuse_mixture(text.substr(0, at), text[at]);
    encoding_ = Encoding::windows_1252;
    raw_ = rest;
    raw_at_ = 0;
    return at + read_converted(out + at, capacity - at);
  }
  return size;
}

void Utf8Source::refuse_mixture(std::string_view before, char byte) const {
  constexpr std::size_t kShown = 20;
  const std::size_t line = before.rfind('\n');
  if (line != std::string_view::npos) before.remove_prefix(line + 1);
  if (before.size() > kShown) before.remove_prefix(before.size() - kShown);
  fail(Fault::data, name(), ": expected UTF-8 as before, got the byte ", printable(std::string_view(&byte, 1)),
       " behind \"", printable(before), "\"; save the file as UTF-8");
}

// Whether so many bytes wait to be converted, after reading more if necessary.
bool Utf8Source::has_raw(std::size_t bytes) {
  while (raw_.size() - raw_at_ < bytes) {
    raw_.erase(0, raw_at_);
    raw_at_ = 0;
    const std::size_t before = raw_.size();
    raw_.resize(before + kRawBytes);
    const std::size_t got = source_.read(raw_.data() + before, kRawBytes);
    raw_.resize(before + got);
    if (got == 0) return false;
  }
  return true;
}

unsigned Utf8Source::raw_unit(std::size_t at) const {
  return unit_at(raw_, raw_at_ + at, encoding_ == Encoding::utf16_little);
}

// Converts the next character; half a unit at the end and half a pair become the replacement character.
std::size_t Utf8Source::take_character(char* out) {
  if (encoding_ == Encoding::windows_1252) {
    const unsigned byte = byte_of(raw_[raw_at_++]);
    return put_utf8(byte >= 0x80 && byte < 0xA0 ? kWindowsUpper[byte - 0x80] : byte, out);
  }
  if (!has_raw(2)) {
    ++raw_at_;
    return put_utf8(kReplacement, out);
  }
  const unsigned unit = raw_unit(0);
  const bool pair = is_high(unit) && has_raw(4) && is_low(raw_unit(2));
  const unsigned code = pair ? paired(unit, raw_unit(2)) : is_high(unit) || is_low(unit) ? kReplacement : unit;
  raw_at_ += pair ? 4 : 2;
  return put_utf8(code, out);
}

std::size_t Utf8Source::read_converted(char* out, std::size_t capacity) {
  std::size_t size = 0;
  while (size + kLongestCharacter <= capacity && (size == 0 || !would_wait()) && has_raw(1)) {
    size += take_character(out + size);
  }
  return size;
}

std::string utf8_from_utf16_head(std::string_view head) {
  const Utf16 order = utf16_of(head);
  if (order == Utf16::no) return std::string(head);
  std::string text;
  char character[kLongestCharacter];
  for (std::size_t at = size_of_mark(head); at + 1 < head.size(); at += 2) {
    const unsigned unit = unit_at(head, at, order == Utf16::little);
    text.append(character, put_utf8(is_high(unit) || is_low(unit) ? kReplacement : unit, character));
  }
  return text;
}

}  // namespace pauc
