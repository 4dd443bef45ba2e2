#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "pauc/data/table/table.h"
#include "pauc/metric/stability_index.h"
#include "pauc/record/monitoring.h"

namespace pauc {

// The values of all columns that the model reads, of the rows that others are compared with, collected block by block:
// numbers as they are, categories by how often each occurs.
class CollectedColumns {
 public:
  void add(const Table& table);

  struct Values {
    std::string name;
    Column::Kind kind = Column::Kind::number;
    std::vector<float> numbers;
    std::unordered_map<std::string, std::int64_t> categories;  // empty text: missing
  };
  std::vector<Values> take() { return std::move(columns_); }

 private:
  std::vector<Values> columns_;
};

// Counts of both rows by bins of the values before. Memory does not grow with the new rows.
class ColumnCounts {
 public:
  ColumnCounts() = default;
  explicit ColumnCounts(CollectedColumns before);

  void add(const Table& table);
  // Of each column that both have, the largest drift first.
  std::vector<record::ColumnDrift> drifts() const;

 private:
  struct Counted {
    std::string name;
    Column::Kind kind = Column::Kind::number;
    std::variant<NumberBins, CategoryBins> bins;
    std::vector<std::int64_t> before, now;
    bool seen = false;  // in new rows
  };

  std::vector<Counted> columns_;
};

}  // namespace pauc
