#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pauc::report {

// Pieces of HTML. `content` is markup; what comes from users goes through user_text or an attribute, both escaped.
using Attributes = std::vector<std::pair<std::string, std::string>>;
std::string element(const std::string& name, const Attributes& attributes, const std::string& content);
inline std::string element(const std::string& name, const std::string& content) { return element(name, {}, content); }

// One that has no content and no end, such as img.
std::string empty_element(const std::string& name, const Attributes& attributes);

std::string paragraph(const std::string& html);
std::string quiet_paragraph(const std::string& html);  // in small print

// A name, id or path of the user's: escaped, and kept from turning the direction of the text around it.
std::string user_text(std::string_view text);
// The same of a text with several lines, which stay.
std::string user_lines(std::string_view text);

// A table that scrolls sideways where it is wider than the page. Cells are markup.
class HtmlTable {
 public:
  HtmlTable(std::string caption, const std::vector<std::string>& head);
  // The first cell heads the row.
  void add_row(const std::vector<std::string>& cells, const Attributes& attributes = {});
  std::string html() const;

 private:
  std::string caption_;
  std::string head_;
  std::string rows_;
};

}  // namespace pauc::report
