#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/report/table/comparison_table.h"
#include "pauc/report/table/comparison_words.h"

namespace pauc::report {

namespace {

std::string number_or_nothing(const std::optional<double>& number) { return number ? joined(*number) : ""; }

const char* truth(bool value) { return value ? "true" : "false"; }

std::string difference_fields(const record::CellSummary& cell) {
  if (!cell.to_best) return ",,,,";
  const auto& interval = cell.to_best->ci.interval;
  return joined(cell.to_best->mean, ",", interval ? joined(interval->lower, ",", interval->upper) : ",", ",",
                number_or_nothing(cell.to_best->p), ",", truth(cell.to_best->beyond_noise()));
}

std::string figure_fields(const record::CellSummary& cell) {
  if (cell.is_empty()) return "0,,,,,,,,,";
  return joined(cell.values.n, ",", cell.values.mean, ",", number_or_nothing(cell.values.deviation), ",",
                number_or_nothing(cell.values.standard_error()), ",", truth(cell.is_best), ",",
                difference_fields(cell));
}

}  // namespace

std::string comparison_csv(const record::Comparison& comparison) {
  const record::ComparisonSummary summary = record::summarised(comparison);
  std::string csv = "target,method,n,mean,std,standard_error,best,difference,ci_low,ci_high,p,beyond_noise,chosen\n";
  for (std::size_t t = 0; t < comparison.targets.size(); ++t) {
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      const record::CellSummary& cell = summary.cells[m][t];
      csv += joined(csv_field(comparison.targets[t]), ",", csv_field(comparison.methods[m].name), ",",
                    figure_fields(cell), ",", csv_field(settings_words(cell.chosen)), "\n");
    }
  }
  return csv;
}

}  // namespace pauc::report
