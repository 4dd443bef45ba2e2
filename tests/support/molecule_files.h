#pragma once

#include <string>
#include <vector>

#include "pauc/core/io/byte_source.h"
#include "pauc/core/io/csv.h"

namespace pauc::test {

inline std::vector<std::string> texts_of(const std::string& path, const std::string& column) {
  CsvReader csv(path, {});
  const std::size_t place = csv.column(column);
  std::vector<std::string> texts;
  while (csv.next()) texts.emplace_back(csv.field(place));
  return texts;
}

// All lines, including blank ones.
inline std::vector<std::string> lines_of(const std::string& path) {
  ByteSource source(path);
  std::vector<std::string> lines(1);
  char byte = 0;
  while (source.read(&byte, 1) == 1) {
    if (byte == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += byte;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

// The rows of a file of integers without a header.
inline std::vector<int> numbers_of(const std::string& path) {
  CsvOptions options;
  options.header = CsvOptions::Header::none;
  options.delimiter = ',';
  CsvReader csv(path, options);
  std::vector<int> numbers;
  while (csv.next()) {
    for (std::size_t column = 0; column < csv.columns().size(); ++column) {
      numbers.push_back(static_cast<int>(csv.number(column)));
    }
  }
  return numbers;
}

}  // namespace pauc::test
