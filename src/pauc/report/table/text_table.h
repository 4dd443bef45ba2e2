#pragma once

#include <string>
#include <vector>

namespace pauc::report {

// What steers a terminal, as names from a file may, is made visible.
// Rows of cells as plain text in aligned columns, the first row being the head. Widths are counted in characters of
// UTF-8.
class TextTable {
 public:
  void add_row(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pauc::report
