#include "pauc/report/page/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/metric/names.h"
#include "pauc/report/figure/convergence_svg.h"
#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/table/comparison_words.h"

namespace pauc::report {

namespace {

const record::FinishedCell* cell_of(const std::vector<record::FinishedCell>& cells, const std::string& target) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.target == target; });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<const record::FinishedCell*> all_cells(const record::FinishedComparison& comparison) {
  std::vector<const record::FinishedCell*> all;
  for (const auto& [method, cells] : comparison.methods) {
    for (const record::FinishedCell& cell : cells) all.push_back(&cell);
  }
  return all;
}

// A column of the table: a target, and the largest mean among its cells.
struct Column {
  std::string target;
  double largest_mean = 0;
};

std::vector<Column> columns_of(const record::FinishedComparison& comparison) {
  std::vector<Column> columns;
  for (const std::string& target : comparison.targets) {
    Column column{target, -std::numeric_limits<double>::infinity()};
    for (const record::FinishedCell* cell : all_cells(comparison)) {
      if (cell->target == target) column.largest_mean = std::max(column.largest_mean, cell->mean);
    }
    columns.push_back(column);
  }
  return columns;
}

bool is_best(const record::FinishedCell& cell, const Column& column) {
  if (cell.standing == record::Standing::unsaid) return cell.mean == column.largest_mean;
  return cell.standing == record::Standing::best;
}

std::string cell_html(const record::FinishedCell* cell, const Column& column, std::int64_t all_seeds) {
  if (cell == nullptr) return "-";
  std::string html = fmt::format("{:.4f}", cell->mean);
  if (cell->deviation) {
    html += " " + element("span", {{"class", "interval"}}, fmt::format("({:.4f})", *cell->deviation));
  }
  if (is_best(*cell, column)) html = element("strong", html);
  if (cell->standing == record::Standing::like_best) html += " ≈";
  if (cell->seeds < all_seeds) {
    html += " " + element("span", {{"class", "quiet"}}, joined(cell->seeds, " of ", all_seeds, " seeds"));
  }
  return html;
}

std::string caption(const record::FinishedComparison& comparison) {
  std::string text = comparison.part.empty()
                         ? "Mean (standard deviation) over seeds"
                         : escaped_markup(figures_sentence(comparison.part, comparison.targets, comparison.seeds));
  text += "; the best of each column in bold";
  const auto cells = all_cells(comparison);
  const bool has_marks = std::any_of(cells.begin(), cells.end(), [](const record::FinishedCell* cell) {
    return cell->standing == record::Standing::like_best;
  });
  if (has_marks) text += "; ≈: cannot be told to be worse (Student's t, paired over seeds, 95 %)";
  return comparison.splits.empty() ? text : text + ". " + sizes_sentence(comparison.splits);
}

std::string means_table(const record::FinishedComparison& comparison) {
  const std::vector<Column> columns = columns_of(comparison);
  std::vector<std::string> head = {"method"};
  for (const Column& column : columns) head.push_back(escaped_markup(target_words(column.target)));
  HtmlTable table(caption(comparison), head);
  for (const auto& [method, cells] : comparison.methods) {
    std::vector<std::string> row = {user_text(method)};
    for (const Column& column : columns) {
      row.push_back(cell_html(cell_of(cells, column.target), column, comparison.seeds));
    }
    table.add_row(row, {{"data-method", method}});
  }
  return table.html();
}

std::string missing_list(const std::vector<std::string>& missing) {
  std::string items;
  for (const std::string& sentence : shown_missing(missing)) items += element("li", user_text(sentence)) + "\n";
  return items.empty() ? "" : paragraph("Missing:") + element("ul", items);
}

std::string chosen_table(const record::FinishedComparison& comparison) {
  HtmlTable table(comparison.part == "train" ? "What training chose" : "What validation chose",
                  {"method", "target", "seeds", "chosen"});
  for (const auto& [method, cells] : comparison.methods) {
    for (const record::FinishedCell& cell : cells) {
      table.add_row({user_text(method), escaped_markup(target_words(cell.target)), std::to_string(cell.seeds),
                     user_text(settings_words(cell.chosen))});
    }
  }
  return element("details", element("summary", "Seeds and hyper-parameters") + table.html());
}

std::string convergence_figures(const record::FinishedComparison& comparison) {
  std::string figures;
  for (const record::ConvergencePlot& plot : comparison.plots)
    figures += element("figure", convergence_svg(plot)) + "\n";
  if (figures.empty()) return "";
  return paragraph(
             "Partial AUC by epoch, on the scale of the table: the mean over seeds; where there is a band, it is one "
             "standard deviation wide on either side.") +
         element("div", {{"class", "columns"}}, figures);
}

}  // namespace

std::string comparison_html(const Report& report) {
  std::string html;
  for (const record::FinishedComparison& comparison : report.comparisons) {
    if (report.comparisons.size() > 1) html += element("h3", user_text(comparison.name)) + "\n";
    html += means_table(comparison) + missing_list(comparison.missing) + chosen_table(comparison) +
            convergence_figures(comparison);
  }
  return html;
}

}  // namespace pauc::report
