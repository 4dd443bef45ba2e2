#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pauc/core/io/csv.h"

namespace pauc {

// Numbers group names from 0 in order of first appearance.
class GroupNumbers {
 public:
  std::uint32_t of(std::string_view name) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.emplace(std::string(name), next).first->second;
  }
  std::int64_t count() const { return static_cast<std::int64_t>(numbers_.size()); }
  std::vector<std::string> names() const {
    std::vector<std::string> list(numbers_.size());
    for (const auto& [name, number] : numbers_) list[number] = name;
    return list;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// Group of the reader's current record. Refuses an empty field.
std::string_view read_group(const CsvReader& csv, std::size_t column);

// Weight of the reader's current record. Refuses anything but a number of at least 0.
double read_weight(const CsvReader& csv, std::size_t column);

// A note "data.csv: the first line is all numbers but ..." if every column name is a number; otherwise empty.
std::string note_on_numeric_header(const CsvReader& csv);

// A note "data.csv: read as UTF-16 ..." for text that was converted.
std::string note_on_encoding(const CsvReader& csv);

}  // namespace pauc
