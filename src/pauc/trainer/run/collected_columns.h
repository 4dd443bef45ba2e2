#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/data/table/table.h"
#include "pauc/record/monitoring.h"

namespace pauc {

// The values of all columns of some rows, collected block by block.
class CollectedColumns {
 public:
  void add(const Table& table);

  bool empty() const { return columns_.empty(); }
  // Of each column that both have, the largest drift first.
  static std::vector<record::ColumnDrift> drifts(const CollectedColumns& before, const CollectedColumns& now);

 private:
  struct Values {
    Column::Kind kind = Column::Kind::number;
    std::vector<float> numbers;
    std::vector<std::string> categories;  // empty text: missing
  };

  static Drift drift_of(const Values& before, const Values& now);

  std::vector<std::string> names_;
  std::unordered_map<std::string, Values> columns_;
};

}  // namespace pauc
