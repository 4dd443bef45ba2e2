#include "pauc/core/text/comma_list.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

// The end of a quoted name: the place behind its closing quote, before a comma or the end.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && (text[at] != '"' || (at + 1 < text.size() && text[at + 1] == '"'))) {
    at += text[at] == '"' ? 2 : 1;
  }
  const std::size_t behind = text.find_first_not_of(' ', std::min(at + 1, text.size()));
  require_usage(at < text.size() && (behind == std::string_view::npos || text[behind] == ','),
                "list: expected a closing quote before a comma or the end, got ", text);
  return at + 1;
}

std::string unquoted(std::string_view text) {
  std::string name;
  for (std::size_t at = 1; at + 1 < text.size(); at += text[at] == '"' ? 2 : 1) name += text[at];
  return name;
}

}  // namespace

std::vector<std::string_view> comma_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    parts.push_back(trimmed(text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  return parts;
}

std::vector<std::string> listed_texts(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    begin = std::min(text.find_first_not_of(' ', begin), text.size());
    if (begin < text.size() && text[begin] == '"') {
      const std::size_t end = quoted_end(text, begin);
      names.push_back(unquoted(text.substr(begin, end - begin)));
      begin = std::min(text.find(',', end), text.size()) + 1;
      continue;
    }
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.emplace_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return names;  // a comma at the end is forgiven
}

std::string text_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    std::string quoted;
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    const bool plain = text.find_first_of(",\"") == std::string::npos && trimmed(text) == text && !text.empty();
    list += joined(list.empty() ? "" : ",", plain ? text : joined('"', quoted, '"'));
  }
  return list;
}

}  // namespace pauc
