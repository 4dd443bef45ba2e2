#pragma once

#include <string>
#include <vector>

namespace pauc {

// Control characters, which names from a file may hold, become blanks.
// Rows of cells as plain text in aligned columns, the first row being the head. Widths are counted in characters of
// UTF-8.
class TextTable {
 public:
  void add_row(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pauc
