#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pauc/core/io/csv.h"

namespace pauc {

// Names of groups as numbers from 0 on, in the order in which they come.
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

// The group of the record that the reader stands at; an empty field is refused.
std::string_view read_group(const CsvReader& csv, std::size_t column);

// Its weight, a number from 0 on.
double read_weight(const CsvReader& csv, std::size_t column);

// "data.csv: the first line is all numbers but ..."; empty where it is not.
std::string note_on_numeric_header(const CsvReader& csv);

}  // namespace pauc
