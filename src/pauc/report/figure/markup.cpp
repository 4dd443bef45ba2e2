#include "pauc/report/figure/markup.h"

#include <algorithm>

#include "pauc/core/text/utf8.h"

namespace pauc::report {

namespace {

void append_escaped(std::string& result, char c) {
  switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
}

}  // namespace

std::string escaped_markup(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) result += "\xEF\xBF\xBD";
    if (length == 1) append_escaped(result, text[0]);
    if (length > 1) result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return result;
}

}  // namespace pauc::report
