#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pauc/data/examples.h"

namespace pauc {

// The facts of records in files without columns: labels from the file itself, or everything from the CSV file of
// --table, one row a record; or labels from the file and everything else from the table.
class FactTable {
 public:
  explicit FactTable(const DataOptions& options, LabelsIn labels_in = LabelsIn::columns);

  void begin_file(FileRole role);
  void begin_test_part() { facts_.begin_test_part(); }

  // The next record; its own label counts where there is no --table, or labels are not looked for in it.
  template <class Place>
  void add(std::string_view label, const Place& place) {
    if (csv_) next_row_of_table();
    if (!csv_) {
      facts_.add_label(label, place());
    } else if (labels_in_ == LabelsIn::columns) {
      facts_.add(*csv_);
    } else {
      facts_.add(*csv_, label, place());
    }
  }
  bool has_table() const { return !options_.table.empty(); }

  // Refuses a table with more rows than there are records.
  RowFacts finish(Examples& examples);

 private:
  void next_row_of_table();

  DataOptions options_;
  LabelsIn labels_in_;
  RowFactsReader facts_;
  std::unique_ptr<CsvReader> csv_;
};

}  // namespace pauc
