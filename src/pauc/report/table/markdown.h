#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pauc::report {

// Escapes a text for GitHub's Markdown, inside a line or a cell, so that it is shown letter by letter: no code, links,
// emphasis, formulas or HTML. Line ends and control characters become visible.
std::string escaped_markdown(std::string_view text);

// The same for an item of a list; also escapes first letters that would be markup.
std::string markdown_item(std::string_view text);

// A row of a table. Cells are Markdown.
std::string markdown_row(const std::vector<std::string>& cells);
// The header row of a table and the line below it.
std::string markdown_head(const std::vector<std::string>& cells);

}  // namespace pauc::report
