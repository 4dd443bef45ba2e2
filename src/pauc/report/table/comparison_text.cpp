#include "pauc/core/text/utf8.h"
#include "pauc/metric/names.h"
#include "pauc/report/table/comparison_table.h"
#include "pauc/report/table/comparison_words.h"

namespace pauc::report {

namespace {

std::string cell_text(const record::CellSummary& cell, std::int64_t seeds) {
  const char* mark = cell.is_best ? " *" : cell.is_like_best() ? " ~" : "";
  return cell_figures(cell) + mark + seeds_behind(cell, seeds);
}

}  // namespace

std::string comparison_text(const record::Comparison& comparison, std::size_t width) {
  const record::ComparisonSummary summary = record::summarised(comparison);
  TextTable table;
  std::vector<std::string> head = {"method"};
  for (const std::string& target : comparison.targets) head.push_back(target_words(target));
  table.add_row(head);
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    std::vector<std::string> row = {comparison.methods[m].name};
    for (const record::CellSummary& cell : summary.cells[m]) row.push_back(cell_text(cell, comparison.seeds));
    table.add_row(row);
  }
  std::string text = table.text(width) + "\n" + figures_sentence(comparison) + ". * the best of its column";
  if (has_like_best(summary)) text += "; ~ not told to be worse (95 % paired over seeds)";
  text += "\n";
  if (!comparison.splits.empty()) text += sizes_sentence(comparison.splits) + "\n";
  if (!comparison.missing.empty()) text += "\nMissing:\n";
  for (const std::string& sentence : shown_missing(comparison.missing)) text += "  " + printable(sentence) + "\n";
  return text;
}

}  // namespace pauc::report
