#include "pauc/core/io/csv.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

// The first delimiter or line end at or after `position`; there is one, since a line end stands behind the window, and
// the window's bytes behind that may be read.
const char* find_field_end(const char* position, char delimiter) {
#ifdef __SSE2__
  const __m128i delimiters = _mm_set1_epi8(delimiter);
  const __m128i line_ends = _mm_set1_epi8('\n');
  for (;; position += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(position));
    const __m128i hits = _mm_or_si128(_mm_cmpeq_epi8(bytes, delimiters), _mm_cmpeq_epi8(bytes, line_ends));
    const int mask = _mm_movemask_epi8(hits);
    if (mask != 0) return position + __builtin_ctz(static_cast<unsigned>(mask));
  }
#else
  while (*position != delimiter && *position != '\n') ++position;
  return position;
#endif
}

}  // namespace

CsvReader::CsvReader(const std::string& path, const CsvOptions& options) : window_(std::in_place, path) {
  delimiter_ = options.delimiter != 0 ? options.delimiter : sniff_delimiter();
  read_header(options);
}

CsvReader::CsvReader(RowSource rows) : rows_(std::move(rows)), columns_(rows_.columns) {}

void CsvReader::read_header(const CsvOptions& options) {
  require(read_record(), name(), ": expected a CSV file, got an empty one");
  for (const auto& field : fields_) {
    require(field.quoted || field.text.find('\r') == std::string_view::npos, name(),
            ": expected lines that end in LF or CR LF, got a lone carriage return in the first line");
  }
  has_header_ = options.header != CsvOptions::Header::none;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (options.header == CsvOptions::Header::none) {
      columns_.push_back(std::to_string(i + 1));
    } else {
      columns_.emplace_back(trimmed(fields_[i].text));
    }
  }
  record_waiting_ = options.header == CsvOptions::Header::none;
}

std::size_t CsvReader::column(std::string_view wanted, const char* option) const {
  const auto found = std::find(columns_.begin(), columns_.end(), wanted);
  if (found != columns_.end()) {
    require(std::find(found + 1, columns_.end(), wanted) == columns_.end(), name(), ": two columns are named ",
            shown(wanted), "; rename one");
    return static_cast<std::size_t>(found - columns_.begin());
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  if (error == std::errc() && end == wanted.data() + wanted.size() && number >= 1 && number <= columns_.size()) {
    return number - 1;
  }
  const std::string missing = joined(": no column ", shown(wanted), *option == 0 ? "" : joined(" for ", option));
  if (columns_.size() == 1 && window_) {
    fail(Fault::data, name(), missing, "; line 1 has one name only, ", shown(columns_[0]),
         ": expected names separated by commas, semicolons or tabs; delete lines above the names, or replace the ",
         "separator");
  }
  const auto unnamed = std::count(columns_.begin(), columns_.end(), "");
  fail(Fault::data, name(), missing, "; the ", columns_.size(), " columns are ", names_nearest_first(wanted, columns_),
       unnamed > 1 ? joined("; ", unnamed, " have no name: is the first line a title?") : std::string());
}

bool CsvReader::next_of_rows() {
  if (!rows_.next(row_)) return false;
  fields_.clear();
  for (const std::string& field : row_) fields_.push_back({field, false, false});
  ++record_line_;
  return true;
}

bool CsvReader::next() {
  if (!window_) return next_of_rows();
  if (record_waiting_) {
    record_waiting_ = false;
    return true;
  }
  if (!read_record()) return false;
  require(
      fields_.size() == columns_.size(), name(), ": line ", record_line_, ": expected ", columns_.size(),
      " fields as in the first line, got ", fields_.size(),
      !begun_ && has_header_ && fields_.size() > columns_.size() ? "; if the first line is a title, remove it" : "");
  begun_ = true;
  return true;
}

double CsvReader::number(std::size_t column) const {
  const auto value = parse_number(fields_[column].text);
  if (value && std::isfinite(*value)) return *value;
  fail(Fault::data, place(column), ": expected a finite number, got ", shown(fields_[column].text),
       !value && record_line_ <= 2 ? "; is it the right column?" : "");
}

std::string CsvReader::place(std::size_t column) const {
  const std::string row = window_ ? joined(name(), ": line ", record_line_) : rows_.place();
  return joined(row, ", column ", column + 1, " (", columns_[column], ")");
}

// The next record that is not a blank line.
bool CsvReader::read_record() {
  for (;;) {
    if (window_->empty() && !window_->read_on(next_line_)) return false;
    while (!scan_record()) window_->read_on(next_line_);
    const bool blank = fields_.size() == 1 && fields_[0].text.empty() && !fields_[0].quoted;
    if (!blank) break;
  }
  unescape_fields();
  return true;
}

// Cuts the next record into fields; false when its end is not in the window yet, and then nothing has changed.
bool CsvReader::scan_record() {
  fields_.clear();
  const std::int64_t first_line = next_line_;
  const char* const limit = window_->end();
  const char* position = window_->begin();
  for (bool more = true; more;) {
    if (position < limit && *position == '"') {
      if (!scan_quoted(position)) {
        next_line_ = first_line;
        return false;
      }
    } else {
      const char* const end = find_field_end(position, delimiter_);
      if (end >= limit) {
        next_line_ = first_line;
        return false;
      }
      const bool carriage_return = *end == '\n' && end > position && end[-1] == '\r';
      const auto length = static_cast<std::size_t>(end - position) - (carriage_return ? 1 : 0);
      fields_.push_back({std::string_view(position, length), false, false});
      position = end;
    }
    more = *position++ == delimiter_;
  }
  record_line_ = first_line;
  ++next_line_;
  window_->take_to(position);
  return true;
}

// Reads a quoted field and moves `position` to the delimiter or line end behind it.
bool CsvReader::scan_quoted(const char*& position) {
  const char* const limit = window_->end();
  const char* const first = position + 1;
  bool has_escapes = false;
  const char* quote = first;
  for (;; quote += 2) {
    quote = static_cast<const char*>(std::memchr(quote, '"', static_cast<std::size_t>(limit - quote)));
    if (quote == nullptr || quote + 1 >= limit) {
      require(!window_->file_ends(), name(), ": line ", next_line_, ": a quote opens here and is never closed");
      return false;
    }
    if (quote[1] != '"') break;
    has_escapes = true;
  }
  const char* after = quote + 1;
  if (*after == '\r' && after + 1 < limit && after[1] == '\n') ++after;
  const auto line = next_line_;
  next_line_ += std::count(first, quote, '\n');
  require(*after == delimiter_ || *after == '\n', name(), ": line ", line,
          ": expected a delimiter behind the closing quote of field ", fields_.size() + 1, ", got ",
          shown(std::string_view(after, 1)));
  fields_.push_back({std::string_view(first, static_cast<std::size_t>(quote - first)), true, has_escapes});
  position = after;
  return true;
}

void CsvReader::unescape_fields() {
  for (auto& field : fields_) {
    if (!field.has_escapes) continue;
    char* const first = window_->begin() + (field.text.data() - window_->begin());
    char* out = first;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      *out++ = field.text[i];
      if (field.text[i] == '"') ++i;
    }
    field.text = std::string_view(first, static_cast<std::size_t>(out - first));
  }
}

// The first line that is not blank and its end; it may come in pieces.
std::string_view CsvReader::first_line() {
  for (;;) {
    const char* at = window_->begin();
    while (at < window_->end() && (*at == '\n' || *at == '\r')) ++at;
    const auto rest = static_cast<std::size_t>(window_->end() - at);
    const auto* end = static_cast<const char*>(std::memchr(at, '\n', rest));
    if (end != nullptr) return {at, static_cast<std::size_t>(end + 1 - at)};
    if (!window_->read_on(next_line_)) return {at, rest};
  }
}

char CsvReader::sniff_delimiter() {
  const std::string_view line = first_line();
  const std::string_view told = line.substr(0, line.find_first_of("\r\n"));
  // Excel writes the delimiter as a line of its own.
  if (told.size() == 5 && told.substr(0, 4) == "sep=" &&
      std::string_view(",;\t|").find(told[4]) != std::string_view::npos) {
    const char delimiter = told[4];
    next_line_ += std::count(static_cast<const char*>(window_->begin()), line.data() + line.size(), '\n');
    window_->take_to(line.data() + line.size());
    return delimiter;
  }
  std::size_t counts[3] = {0, 0, 0};
  constexpr char kCandidates[3] = {'\t', ',', ';'};  // tabs seldom stand in a header by accident: they win a draw
  bool quoted = false;
  for (const char* at = line.data(); at < window_->end() && (quoted || *at != '\n'); ++at) {
    if (*at == '"') quoted = !quoted;
    for (int c = 0; c < 3; ++c) {
      if (!quoted && *at == kCandidates[c]) ++counts[c];
    }
  }
  return kCandidates[std::max_element(counts, counts + 3) - counts];
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r\t;") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace pauc
