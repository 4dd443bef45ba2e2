#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace pauc::cli {

// What a first look at a column finds.
struct ColumnSketch {
  static constexpr std::size_t kFewValues = 20;

  std::string name;
  std::int64_t rows = 0;                       // that are not empty
  std::map<std::string, std::int64_t> values;  // how often each occurs; empty if there are more than kFewValues
  std::unordered_set<std::size_t> hashes;      // of different values, as long as there is room
  bool all_counted = true;                     // there was room for all
  std::string first;                           // value
  bool numbers = true;                         // all values are

  bool has_few() const { return !values.empty(); }
  bool may_be_label() const { return values.size() >= 2; }
  bool all_differ() const { return rows > 1 && static_cast<std::int64_t>(hashes.size()) == rows; }
  // "2 values: 0 (1080 rows), 1 (120 rows)", "400 different values, such as S17"
  std::string words() const;
};

struct TableSketch {
  std::int64_t rows = 0;
  std::vector<ColumnSketch> columns;

  // A column by its name or number; null if there is none.
  const ColumnSketch* column(const std::string& name_or_number) const;
  std::vector<std::string> names() const;
};

// Reads a CSV file once, in memory that does not grow with its rows beyond a limit. Refuses other files.
TableSketch sketch_of(const std::string& path);

// Proposals for the questions of `pauc start`; empty: none.
std::string likely_label(const TableSketch& table);
std::string likely_positive(const ColumnSketch& label);
std::string likely_group(const TableSketch& table, const std::string& label);
std::string likely_id(const TableSketch& table, const std::string& label);
std::string likely_split(const TableSketch& table);

}  // namespace pauc::cli
