#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pauc/data/examples.h"

namespace pauc {

// Facts about the records of files without columns. Without the option `table`, each record has only its own label.
// With it, the CSV file has one row per record and gives all facts, or all except the labels.
class FactTable {
 public:
  explicit FactTable(const DataOptions& options, LabelsIn labels_in = LabelsIn::columns);

  void begin_file(FileRole role);
  void begin_test_part() { facts_.begin_test_part(); }

  // Adds the next record. Its own label counts if there is no table, or if labels are not read from the table.
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

  // Refuses a table that has more rows than there are records.
  RowFacts finish(Examples& examples);

 private:
  void next_row_of_table();

  DataOptions options_;
  LabelsIn labels_in_;
  RowFactsReader facts_;
  std::unique_ptr<CsvReader> csv_;
};

}  // namespace pauc
