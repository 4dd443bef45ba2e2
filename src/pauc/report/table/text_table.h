#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pauc::report {

// Columns of a terminal, where nothing else is known.
constexpr std::size_t kUsualWidth = 80;

// Plain text in aligned columns; the first row is the header. Widths are counted in UTF-8 characters. Control
// characters, which names from a file may contain, become visible.
class TextTable {
 public:
  // The first `keys` columns say what a row is about; every block repeats them.
  explicit TextTable(std::size_t keys = 1) : keys_(keys) {}

  void add_row(std::vector<std::string> cells);

  // Fits into `width` columns where it can: long texts are wrapped, and where that is not enough, the columns stand in
  // several blocks below each other, each with the key columns. No number and no interval is taken apart.
  std::string text(std::size_t width = kUsualWidth) const;

 private:
  std::size_t keys_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pauc::report
