#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pauc/data/examples.h"

namespace pauc {

// The facts of records in files without columns: labels from the file itself, or everything from the CSV file of
// --table, one row a record.
class FactTable {
 public:
  explicit FactTable(const DataOptions& options);

  void begin_file(FileRole role);

  // The next record; its own label counts where there is no --table.
  template <class Place>
  void add(std::string_view label, const Place& place) {
    if (csv_) {
      add_from_table();
    } else {
      facts_.add_label(label, place());
    }
  }
  bool has_table() const { return !options_.table.empty(); }

  // Refuses a table with more rows than there are records.
  RowFacts finish(Examples& examples);

 private:
  void add_from_table();

  DataOptions options_;
  RowFactsReader facts_;
  std::unique_ptr<CsvReader> csv_;
};

}  // namespace pauc
