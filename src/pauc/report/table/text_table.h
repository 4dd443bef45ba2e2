#pragma once

#include <string>
#include <vector>

namespace pauc::report {

// Plain text in aligned columns; the first row is the header. Widths are counted in UTF-8 characters. Control
// characters, which names from a file may contain, become visible.
class TextTable {
 public:
  void add_row(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pauc::report
