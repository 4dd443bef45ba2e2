#include "pauc/report/page/html.h"

#include <algorithm>

#include "pauc/report/figure/markup.h"

namespace pauc::report {

std::string empty_element(const std::string& name, const Attributes& attributes) {
  std::string html = "<" + name;
  for (const auto& [key, value] : attributes) html += " " + key + "=\"" + escaped_markup(value) + "\"";
  return html + ">";
}

std::string element(const std::string& name, const Attributes& attributes, const std::string& content) {
  return empty_element(name, attributes) + content + "</" + name + ">";
}

std::string paragraph(const std::string& html) { return element("p", html) + "\n"; }
std::string quiet_paragraph(const std::string& html) { return element("p", {{"class", "quiet"}}, html) + "\n"; }

std::string user_text(std::string_view text) { return element("bdi", escaped_markup(text)); }

std::string user_lines(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    escaped += escaped_markup(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return element("bdi", escaped);
}

namespace {

// What is left of our own markup without its tags.
std::string text_of_markup(const std::string& html) {
  std::string text;
  bool inside = false;
  for (const char c : html) {
    if (c == '<') inside = true;
    if (!inside) text += c;
    if (c == '>') inside = false;
  }
  return text;
}

}  // namespace

HtmlTable::HtmlTable(std::string caption, const std::vector<std::string>& head) : caption_(std::move(caption)) {
  for (const std::string& cell : head) head_ += element("th", {{"scope", "col"}}, cell);
}

void HtmlTable::add_row(const std::vector<std::string>& cells, const Attributes& attributes) {
  std::string row;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    row += c == 0 ? element("th", {{"scope", "row"}}, cells[c]) : element("td", cells[c]);
  }
  rows_ += element("tr", attributes, row) + "\n";
}

std::string HtmlTable::html() const {
  const std::string table =
      element("table", element("caption", element("span", caption_)) + "\n" + element("thead", element("tr", head_)) +
                           "\n" + element("tbody", rows_));
  // Keyboards reach what lies beyond the edge, too.
  return element("div",
                 {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", text_of_markup(caption_)}},
                 table) +
         "\n";
}

}  // namespace pauc::report
