#include "pauc/data/table/libsvm_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

constexpr std::int64_t kLargestIndex = std::int64_t{1} << 24;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kQueryMark = "qid:";

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Cuts the next token off the front; empty at the end.
std::string_view take_token(std::string_view& text) {
  const char* const end = text.data() + text.size();
  const char* first = text.data();
  while (first < end && is_space(*first)) ++first;
  const char* last = first;
  while (last < end && !is_space(*last)) ++last;
  text = std::string_view(last, static_cast<std::size_t>(end - last));
  return {first, static_cast<std::size_t>(last - first)};
}

std::uint64_t scan_digits(const char*& position, std::uint64_t number) {
  while (is_digit(*position)) number = 10 * number + static_cast<std::uint64_t>(*position++ - '0');
  return number;
}

// The whole number at the front and, in `position`, where its digits end. What has too many digits for any index comes
// out as one above the largest.
std::int64_t scan_index(const char*& position) {
  constexpr std::int64_t kMostDigits = 18;
  const char* const first = position;
  const std::uint64_t index = scan_digits(position, 0);
  return position - first > kMostDigits ? kLargestIndex + 1 : static_cast<std::int64_t>(index);
}

// A decimal without exponent, of at most 19 digits: nearly every value in such files, at a fraction of from_chars'
// time. Gives the float nearest to the nearest double. Up to 15 digits, digits and power of ten are exact doubles, and
// one division is the nearest double (Clinger, 1990). Beyond, both may be rounded and the quotient be off by 2^-52 of
// its size; where that could lead to another float, nothing is given.
bool scan_short_decimal(const char*& position, float& value) {
  constexpr double kPowers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  constexpr double kDoubt = 0x1p-51;
  const char* at = position;
  const bool negative = *at == '-';
  if (negative || *at == '+') ++at;
  const char* const first = at;
  std::uint64_t digits = scan_digits(at, 0);
  std::int64_t count = at - first;
  std::int64_t decimals = 0;
  if (*at == '.') {
    const char* const point = at++;
    digits = scan_digits(at, digits);
    decimals = at - point - 1;
    count += decimals;
  }
  if (count == 0 || count > 19) return false;
  const double size = static_cast<double>(digits) / kPowers[decimals];
  if (count > 15 && static_cast<float>(size - kDoubt * size) != static_cast<float>(size + kDoubt * size)) return false;
  value = static_cast<float>(negative ? -size : size);
  position = at;
  return true;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

bool is_whole_number(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

bool is_query(std::string_view token) { return token.substr(0, kQueryMark.size()) == kQueryMark; }

// The reason why a token is no entry: off the fast path, so that it can look at everything once more.
[[noreturn]] void refuse_entry(const std::string& place, std::string_view token) {
  const auto colon = token.find(':');
  if (colon == std::string_view::npos) fail(Fault::data, place, ": expected index:value, got ", shown(token));
  if (!is_whole_number(token.substr(0, colon))) {
    fail(Fault::data, place, ": expected a whole number as index, got ", shown(token));
  }
  const auto number = parse_number(token.substr(colon + 1));
  if (number && std::isfinite(*number)) {
    fail(Fault::data, place, ": expected a value of at most ", double{std::numeric_limits<float>::max()},
         " in size, got ", shown(token));
  }
  fail(Fault::data, place, ": expected a finite number as value, got ", shown(token));
}

[[noreturn]] void refuse_index(const std::string& place, std::string_view token, std::int64_t index,
                               std::int64_t before) {
  if (index == 0) fail(Fault::data, place, ": indices are from 1 on, got ", shown(token));
  if (index > kLargestIndex) {
    fail(Fault::data, place, ": expected an index of at most ", kLargestIndex, ", got ", shown(token));
  }
  if (index == before) fail(Fault::data, place, ": expected every index once, got ", index, " twice");
  fail(Fault::data, place, ": expected ascending indices, got ", index, " behind ", before);
}

}  // namespace

bool LibsvmReader::next() {
  while (lines_.next()) {
    if (scan_row()) {
      ++rows_;
      return true;
    }
  }
  require(rows_ > 0, name(), ": expected rows of a label and index:value, got none");
  return false;
}

// Cuts the line into label and entries; false when it is blank.
bool LibsvmReader::scan_row() {
  std::string_view rest = without_comment(lines_.text());  // what stands behind it can be read and is no digit
  label_ = take_token(rest);
  if (label_.empty()) return false;
  if (label_.find(':') != std::string_view::npos) {
    fail(Fault::data, place(), ": expected a label first, got ", shown(label_));
  }
  entries_.clear();
  const std::string_view behind_label = rest;
  const auto query = take_token(rest);
  if (!is_query(query)) {
    rest = behind_label;
  } else if (!is_whole_number(query.substr(kQueryMark.size()))) {
    fail(Fault::data, place(), ": expected a whole number behind qid:, got ", shown(query));
  }
  const char* position = rest.data();
  const char* const end = position + rest.size();
  for (;;) {
    while (position < end && is_space(*position)) ++position;
    if (position == end) return true;
    position = scan_entry(position, end);
  }
}

// Reads one index:value and returns where it ends.
const char* LibsvmReader::scan_entry(const char* const first, const char* const end) {
  const auto token = [&] {
    std::string_view rest(first, static_cast<std::size_t>(end - first));
    return take_token(rest);
  };
  const char* position = first;
  const std::int64_t index = scan_index(position);
  if (position == first || position == end || *position != ':') refuse_entry(place(), token());
  const std::int64_t before = entries_.empty() ? 0 : entries_.back().column + 1;
  if (index <= before || index > kLargestIndex) refuse_index(place(), token(), index, before);
  ++position;
  float value = 0;
  if (!scan_short_decimal(position, value) || (position != end && !is_space(*position))) {
    const auto text = token();
    const auto number = parse_number(text.substr(text.find(':') + 1));
    if (!number || !fits_float(*number)) refuse_entry(place(), text);
    value = static_cast<float>(*number);
    position = first + text.size();
  }
  entries_.push_back({static_cast<std::int32_t>(index - 1), value});
  return position;
}

namespace {

bool looks_like_entry(std::string_view token) {
  const auto colon = token.find(':');
  return colon != std::string_view::npos && is_whole_number(token.substr(0, colon)) &&
         parse_number(token.substr(colon + 1)).has_value();
}

// Blank lines and comments in front are passed over. `cut`: no line end stands behind it.
std::string_view first_row(std::string_view bytes, bool& cut) {
  if (bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark) bytes.remove_prefix(kByteOrderMark.size());
  for (;;) {
    const auto end = bytes.find('\n');
    cut = end == std::string_view::npos;
    auto line = bytes.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto row = trimmed(without_comment(line));
    if (cut || !row.empty()) return row;
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace

bool looks_like_libsvm(std::string_view first_bytes) {
  bool cut = false;
  auto rest = first_row(first_bytes, cut);
  if (!parse_number(take_token(rest))) return false;
  auto token = take_token(rest);
  if (is_query(token)) token = take_token(rest);
  std::int64_t entries = 0;
  for (; !token.empty(); token = take_token(rest)) {
    const bool may_be_half = cut && rest.empty() && entries > 0;
    if (!looks_like_entry(token) && !may_be_half) return false;
    ++entries;
  }
  return entries > 0;
}

}  // namespace pauc
