#include "pauc/metric/names.h"
#include "pauc/report/table/comparison_table.h"
#include "pauc/report/table/comparison_words.h"
#include "pauc/report/table/markdown.h"

namespace pauc::report {

namespace {

// "FPR <= 0.3" starts no tag and stays readable in the file.
std::string target_head(const std::string& target) {
  return region_of_key(target) ? target_words(target) : escaped_markdown(target);
}

std::string head_of(const record::Comparison& comparison) {
  std::vector<std::string> head = {"method"};
  for (const std::string& target : comparison.targets) head.push_back(target_head(target));
  return markdown_head(head);
}

std::string cell_markdown(const record::CellSummary& cell, std::int64_t seeds) {
  std::string text = cell_figures(cell);
  if (cell.is_best) text = "**" + text + "**";
  if (cell.is_like_best()) text += " ≈";
  return text + seeds_behind(cell, seeds);
}

std::string figures_table(const record::Comparison& comparison, const record::ComparisonSummary& summary) {
  std::string table = head_of(comparison);
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    std::vector<std::string> row = {escaped_markdown(comparison.methods[m].name)};
    for (const record::CellSummary& cell : summary.cells[m]) row.push_back(cell_markdown(cell, comparison.seeds));
    table += markdown_row(row);
  }
  return table;
}

std::string explained(const record::Comparison& comparison, const record::ComparisonSummary& summary) {
  std::string text = "\nBold: the best of its column, the largest mean over all seeds.";
  if (has_like_best(summary)) {
    text +=
        " ≈: cannot be told to be worse, as the 95 % interval of the paired difference does not lie below 0 or too few "
        "seeds are there for one.";
  }
  const std::string sizes = sizes_sentence(comparison.splits);
  return text + "\n\n" + escaped_markdown(figures_sentence(comparison)) + (sizes.empty() ? "" : ". " + sizes) +
         ". Differences are paired over seeds (Student's t, 95 %), without correction for the number of "
         "comparisons.\n";
}

// Empty where nothing was there to choose.
std::string chosen_table(const record::Comparison& comparison, const record::ComparisonSummary& summary) {
  std::string rows;
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    if (!has_chosen(summary.cells[m])) continue;
    std::vector<std::string> row = {escaped_markdown(comparison.methods[m].name)};
    for (const record::CellSummary& cell : summary.cells[m]) {
      row.push_back(cell.chosen.empty() ? "-" : escaped_markdown(settings_words(cell.chosen)));
    }
    rows += markdown_row(row);
  }
  return rows.empty() ? "" : "\n" + chosen_title(comparison) + ":\n\n" + head_of(comparison) + rows;
}

std::string missing_list(const std::vector<std::string>& missing) {
  std::string list;
  for (const std::string& sentence : missing) list += markdown_item(sentence);
  return list.empty() ? "" : "\nMissing:\n\n" + list;
}

}  // namespace

std::string comparison_markdown(const record::Comparison& comparison) {
  const record::ComparisonSummary summary = record::summarised(comparison);
  return figures_table(comparison, summary) + explained(comparison, summary) + chosen_table(comparison, summary) +
         missing_list(comparison.missing);
}

}  // namespace pauc::report
