#include "pauc/data/fact_columns.h"

#include "pauc/core/error.h"
#include "pauc/data/file_role.h"
#include "pauc/data/molecule/structure_rows.h"

namespace pauc {

namespace {

// Molecules and images are not read.
DataOptions without_content(DataOptions options) {
  options.smiles.clear();
  options.image.clear();
  return options;
}

}  // namespace

RowFacts read_fact_columns(const DataOptions& options) {
  require_usage(options.table.empty(), "table: is for files without columns, ", options.path, " has its own");
  RowFactsReader facts(without_content(options));
  for (const auto& [path, role] : files_by_role(options)) {
    CsvReader csv = open_rows(path, {options.header}, options.threads);
    facts.open(csv, role);
    bool has_rows = false;
    for (; csv.next(); has_rows = true) facts.add(csv);
    require(has_rows, csv.name(), ": expected rows, got none");
  }
  std::vector<std::string> notes;  // about the choice of the positive class, which is that of the training here
  return facts.finish(notes);
}

}  // namespace pauc
