#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pauc::report {

// Pieces of HTML. `content` is markup. Texts of users go through user_text or an attribute; both escape them.
using Attributes = std::vector<std::pair<std::string, std::string>>;
std::string element(const std::string& name, const Attributes& attributes, const std::string& content);
inline std::string element(const std::string& name, const std::string& content) { return element(name, {}, content); }

// An element without content or end tag, such as img.
std::string empty_element(const std::string& name, const Attributes& attributes);

std::string paragraph(const std::string& html);
std::string quiet_paragraph(const std::string& html);  // in small print

// A name, id or path that a user gave: escaped, and isolated so that it cannot change the direction of the text around
// it.
std::string user_text(std::string_view text);
// The same for a text of several lines; line ends are kept.
std::string user_lines(std::string_view text);

// A table that scrolls sideways if it is wider than the page. Cells are markup.
class HtmlTable {
 public:
  HtmlTable(std::string caption, const std::vector<std::string>& head);
  // The first cell is the header of the row.
  void add_row(const std::vector<std::string>& cells, const Attributes& attributes = {});
  std::string html() const;

 private:
  std::string caption_;
  std::string head_;
  std::string rows_;
};

}  // namespace pauc::report
