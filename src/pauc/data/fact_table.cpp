#include "pauc/data/fact_table.h"

#include "pauc/core/error.h"
#include "pauc/data/label_columns.h"

namespace pauc {

FactTable::FactTable(const DataOptions& options, LabelsIn labels_in)
    : options_(options), labels_in_(labels_in), facts_(options, labels_in) {
  if (has_table()) {
    require_usage(options.test.empty(), "test: expected the split of records in the table, got test as well");
    return;
  }
  require_usage(!may_name_several(options.label), "label: several labels need columns, or a table (CSV file), got ",
                options.label);
  const bool asks_for_columns =
      !options.id.empty() || !options.weight.empty() || !options.group.empty() || !is_split_method(options.split);
  require_usage(!asks_for_columns,
                "table: id, weight, group and a split by column need a table (CSV file) here, got none");
}

void FactTable::begin_file(FileRole role) {
  facts_.begin_file(role);
  if (!has_table()) return;
  csv_ = std::make_unique<CsvReader>(options_.table, CsvOptions{});
  facts_.open(*csv_, FileRole::all_parts);
}

void FactTable::next_row_of_table() {
  require(csv_->next(), csv_->name(), ": expected one row per record, got fewer rows than ", options_.path,
          " has records");
}

RowFacts FactTable::finish(Examples& examples) {
  if (csv_) {
    require(!csv_->next(), csv_->name(), ": expected one row per record, got more rows than ", options_.path,
            " has records");
    examples.files.push_back(options_.table);
  }
  return facts_.finish(examples.notes);
}

}  // namespace pauc
