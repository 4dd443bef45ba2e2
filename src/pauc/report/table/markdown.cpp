#include "pauc/report/table/markdown.h"

#include <algorithm>
#include <cctype>

#include "pauc/core/text/utf8.h"

namespace pauc::report {

namespace {

bool is_letter(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// Inside a word, as in weight_decay, an underscore is only that.
bool means_emphasis(const std::string& text, std::size_t at) {
  return text[at] == '_' && !(at > 0 && is_letter(text, at - 1) && is_letter(text, at + 1));
}

std::string escaped_letter(const std::string& text, std::size_t at) {
  static const std::string kMarks = "\\`*[]|~#$!";
  const char c = text[at];
  if (c == '<') return "&lt;";
  if (c == '>') return "&gt;";
  if (c == '&') return "&amp;";
  const bool is_mark = kMarks.find(c) != std::string::npos || means_emphasis(text, at);
  return is_mark ? std::string{'\\', c} : std::string(1, c);
}

}  // namespace

std::string escaped_markdown(std::string_view text) {
  const std::string line = printable(text);
  std::string escaped;
  for (std::size_t at = 0; at < line.size(); ++at) escaped += escaped_letter(line, at);
  return escaped;
}

std::string markdown_item(std::string_view text) {
  std::string item = escaped_markdown(text);
  // "- a", "+ a" and "1. a" would be lists of their own, "---" a rule.
  const std::size_t at = std::min(item.find_first_not_of("0123456789"), item.size());
  const std::string starts = at == 0 ? "-+=" : ".)";
  if (at < item.size() && starts.find(item[at]) != std::string::npos) item.insert(at, "\\");
  return "- " + item + "\n";
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  return row + "\n";
}

std::string markdown_head(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (std::size_t k = 0; k < cells.size(); ++k) line += "---|";
  return markdown_row(cells) + line + "\n";
}

}  // namespace pauc::report
