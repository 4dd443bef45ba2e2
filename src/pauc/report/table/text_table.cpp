#include "pauc/report/table/text_table.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "pauc/core/text/utf8.h"

namespace pauc::report {

namespace {

constexpr std::size_t kGap = 3;
// Numbers up to this width are never wrapped: they may have an interval.
constexpr std::size_t kKeptWhole = 24;

using Rows = std::vector<std::vector<std::string>>;
using Widths = std::vector<std::size_t>;

std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(std::count_if(cell.begin(), cell.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::size_t longest_word(const std::string& cell) {
  std::istringstream words(cell);
  std::size_t longest = 0;
  for (std::string word; words >> word;) longest = std::max(longest, width_of(word));
  return longest;
}

// Narrower than this a cell would be taken apart.
std::size_t least_width(const std::string& cell) {
  const bool is_number = cell.find_first_of("0123456789") == 0 || cell.find_first_of("-+.") == 0;
  return std::max(longest_word(cell), is_number ? std::min(width_of(cell), kKeptWhole) : 0);
}

// The largest of a measure of the cells, by column.
template <class Measure>
Widths largest(const Rows& rows, const Measure& measure) {
  Widths widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], measure(row[c]));
  }
  return widths;
}

std::size_t total(const Widths& widths) {
  std::size_t sum = widths.empty() ? 0 : kGap * (widths.size() - 1);
  for (const std::size_t width : widths) sum += width;
  return sum;
}

// The widest columns give way, none below its least width.
Widths narrowed(Widths widths, const Widths& least, std::size_t width) {
  while (total(widths) > width) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (widths[c] > least[c] && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
    }
    if (widest == widths.size()) break;
    --widths[widest];
  }
  return widths;
}

// The lines of a cell. Spaces at its beginning, which indent it, stay.
std::vector<std::string> wrapped(const std::string& cell, std::size_t width) {
  if (width_of(cell) <= width) return {cell};
  const std::string indent = cell.substr(0, std::min(cell.find_first_not_of(' '), width / 2));
  std::vector<std::string> lines;
  std::string line = indent;
  std::istringstream words(cell);
  for (std::string word; words >> word;) {
    const bool begins = line.size() == indent.size();
    if (!begins && width_of(line) + 1 + width_of(word) > width) {
      lines.push_back(std::exchange(line, indent + word));
    } else {
      line += (begins ? "" : " ") + word;
    }
  }
  lines.push_back(line);
  return lines;
}

std::string row_text(const std::vector<std::string>& row, const Widths& widths) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t c = 0; c < row.size(); ++c) {
    cells.push_back(wrapped(row[c], widths[c]));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t k = 0; k < height; ++k) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string cell = k < cells[c].size() ? cells[c][k] : "";
      line += cell;
      if (c + 1 < cells.size()) line.append(widths[c] - std::min(widths[c], width_of(cell)) + kGap, ' ');
    }
    if (k > 0 || height > 1) line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string block_text(const Rows& rows, std::size_t width) {
  const Widths natural = largest(rows, width_of);
  const Widths widths = narrowed(natural, largest(rows, least_width), width);
  std::string text;
  for (const auto& row : rows) text += row_text(row, widths);
  return text;
}

// The key columns and those from `begin` to before `end`.
Rows with_columns(const Rows& rows, std::size_t keys, std::size_t begin, std::size_t end) {
  Rows chosen;
  for (const auto& row : rows) {
    chosen.emplace_back(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(std::min(keys, row.size())));
    for (std::size_t c = begin; c < std::min(end, row.size()); ++c) chosen.back().push_back(row[c]);
  }
  return chosen;
}

bool can_fit(const Rows& rows, std::size_t width) { return total(largest(rows, least_width)) <= width; }

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
  for (auto& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t width) const {
  if (rows_.empty()) return "";
  if (can_fit(rows_, width)) return block_text(rows_, width);
  std::size_t columns = 0;
  for (const auto& row : rows_) columns = std::max(columns, row.size());
  std::string text;
  for (std::size_t begin = keys_; begin < columns;) {
    std::size_t end = begin + 1;
    while (end < columns && can_fit(with_columns(rows_, keys_, begin, end + 1), width)) ++end;
    text += (text.empty() ? "" : "\n") + block_text(with_columns(rows_, keys_, begin, end), width);
    begin = end;
  }
  return columns <= keys_ ? block_text(rows_, width) : text;
}

}  // namespace pauc::report
