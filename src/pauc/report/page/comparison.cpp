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

const record::ComparisonCell* cell_of(const std::vector<record::ComparisonCell>& cells, const std::string& target) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.target == target; });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<const record::ComparisonCell*> all_cells(const record::ComparisonRecord& record) {
  std::vector<const record::ComparisonCell*> all;
  for (const auto& [method, cells] : record.methods) {
    for (const record::ComparisonCell& cell : cells) all.push_back(&cell);
  }
  return all;
}

// A column: a target, and what its cells are seen beside.
struct Column {
  std::string target;
  double largest_mean = 0;
};

std::vector<Column> columns_of(const record::ComparisonRecord& record) {
  std::vector<Column> columns;
  for (const std::string& target : record.targets) {
    Column column{target, -std::numeric_limits<double>::infinity()};
    for (const record::ComparisonCell* cell : all_cells(record)) {
      if (cell->target == target) column.largest_mean = std::max(column.largest_mean, cell->mean);
    }
    columns.push_back(column);
  }
  return columns;
}

bool is_best(const record::ComparisonCell& cell, const Column& column) {
  if (cell.standing == record::Standing::unsaid) return cell.mean == column.largest_mean;
  return cell.standing == record::Standing::best;
}

std::string cell_html(const record::ComparisonCell* cell, const Column& column, std::int64_t all_seeds) {
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

std::string caption(const record::ComparisonRecord& record) {
  std::string text = record.part.empty() ? "Mean (standard deviation) over seeds"
                                         : escaped_markup(figures_sentence(record.part, record.targets, record.seeds));
  text += "; the best of each column in bold";
  const auto cells = all_cells(record);
  const bool has_marks = std::any_of(cells.begin(), cells.end(), [](const record::ComparisonCell* cell) {
    return cell->standing == record::Standing::like_best;
  });
  if (has_marks) text += "; ≈: cannot be told to be worse (Student's t, paired over seeds, 95 %)";
  return record.splits.empty() ? text : text + ". " + sizes_sentence(record.splits);
}

std::string means_table(const record::ComparisonRecord& record) {
  const std::vector<Column> columns = columns_of(record);
  std::vector<std::string> head = {"method"};
  for (const Column& column : columns) head.push_back(escaped_markup(target_words(column.target)));
  HtmlTable table(caption(record), head);
  for (const auto& [method, cells] : record.methods) {
    std::vector<std::string> row = {user_text(method)};
    for (const Column& column : columns) {
      row.push_back(cell_html(cell_of(cells, column.target), column, record.seeds));
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

std::string chosen_table(const record::ComparisonRecord& record) {
  HtmlTable table(record.part == "train" ? "What training chose" : "What validation chose",
                  {"method", "target", "seeds", "chosen"});
  for (const auto& [method, cells] : record.methods) {
    for (const record::ComparisonCell& cell : cells) {
      table.add_row({user_text(method), escaped_markup(target_words(cell.target)), std::to_string(cell.seeds),
                     user_text(cell.chosen)});
    }
  }
  return element("details", element("summary", "Seeds and hyper-parameters") + table.html());
}

std::string convergence_figures(const record::ComparisonRecord& record) {
  std::string figures;
  for (const record::ConvergencePlot& plot : record.plots) figures += element("figure", convergence_svg(plot)) + "\n";
  if (figures.empty()) return "";
  return paragraph(
             "Partial AUC by epoch, on the scale of the table: the mean over seeds; where there is a band, it is one "
             "standard deviation wide on either side.") +
         element("div", {{"class", "columns"}}, figures);
}

}  // namespace

std::string comparison_html(const Report& report) {
  std::string html;
  for (const record::ComparisonRecord& record : report.comparisons) {
    if (report.comparisons.size() > 1) html += element("h3", user_text(record.name)) + "\n";
    html += means_table(record) + missing_list(record.missing) + chosen_table(record) + convergence_figures(record);
  }
  return html;
}

}  // namespace pauc::report
