#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pauc::report {

// A text of the user's as GitHub's Markdown shows it letter by letter, inside a line or a cell: no code, links,
// emphasis, formulas or HTML; what ends a line or steers a terminal is made visible.
std::string escaped_markdown(std::string_view text);

// The same as an item of a list, where the first letters too could mean something.
std::string markdown_item(std::string_view text);

// A row of a table; cells are Markdown.
std::string markdown_row(const std::vector<std::string>& cells);
// The head of a table and the line below it.
std::string markdown_head(const std::vector<std::string>& cells);

}  // namespace pauc::report
