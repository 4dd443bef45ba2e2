#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace pauc::test {

inline std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

// Columns of a small CSV text without quotes, by name.
inline std::map<std::string, std::vector<std::string>> columns_in(const std::string& text) {
  std::map<std::string, std::vector<std::string>> columns;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = fields_of(line);
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    for (std::size_t c = 0; c < names.size(); ++c) columns[names[c]].push_back(fields.at(c));
  }
  return columns;
}

}  // namespace pauc::test
