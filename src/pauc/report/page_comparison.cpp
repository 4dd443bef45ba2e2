#include "pauc/report/page_comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/report/html.h"
#include "pauc/report/markup.h"
#include "pauc/report/names.h"
#include "pauc/report/words.h"

namespace pauc {

namespace {

const ComparisonCell* cell_of(const std::vector<ComparisonCell>& cells, const std::string& target) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return cell.target == target; });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<const ComparisonCell*> all_cells(const ComparisonRecord& record) {
  std::vector<const ComparisonCell*> all;
  for (const auto& [method, cells] : record.methods) {
    for (const ComparisonCell& cell : cells) all.push_back(&cell);
  }
  return all;
}

// A column: a target, and what its cells are seen beside.
struct Column {
  std::string target;
  double largest_mean = 0;
};

std::vector<Column> columns_of(const ComparisonRecord& record) {
  std::vector<Column> columns;
  for (const ComparisonCell* cell : all_cells(record)) {
    const auto column =
        std::find_if(columns.begin(), columns.end(), [&](const Column& other) { return other.target == cell->target; });
    if (column == columns.end()) {
      columns.push_back({cell->target, cell->mean});
    } else {
      column->largest_mean = std::max(column->largest_mean, cell->mean);
    }
  }
  return columns;
}

std::int64_t most_seeds(const ComparisonRecord& record) {
  std::int64_t most = 0;
  for (const ComparisonCell* cell : all_cells(record)) most = std::max(most, cell->seeds);
  return most;
}

bool is_best(const ComparisonCell& cell, const Column& column) {
  if (cell.standing == Standing::unsaid) return cell.mean == column.largest_mean;
  return cell.standing == Standing::best;
}

std::string cell_html(const ComparisonCell* cell, const Column& column, std::int64_t all_seeds) {
  if (cell == nullptr) return "-";
  std::string html = fmt::format("{:.4f}", cell->mean);
  if (cell->deviation) {
    html += " " + element("span", {{"class", "interval"}}, fmt::format("({:.4f})", *cell->deviation));
  }
  if (is_best(*cell, column)) html = element("strong", html);
  if (cell->standing == Standing::like_best) html += " ≈";
  if (cell->seeds < all_seeds) {
    html += " " + element("span", {{"class", "quiet"}}, counted_text(cell->seeds, "seed"));
  }
  return html;
}

std::string caption(const ComparisonRecord& record) {
  std::string text = "Mean (standard deviation) over seeds";
  if (!record.part.empty()) text += " on the " + user_text(record.part) + " part";
  text += "; the best of each column in bold";
  const auto cells = all_cells(record);
  const bool has_marks = std::any_of(cells.begin(), cells.end(),
                                     [](const ComparisonCell* cell) { return cell->standing == Standing::like_best; });
  return has_marks ? text + "; ≈: cannot be told from it by the seeds that both have (95 %)" : text;
}

std::string means_table(const ComparisonRecord& record) {
  const std::vector<Column> columns = columns_of(record);
  std::vector<std::string> head = {"method"};
  for (const Column& column : columns) head.push_back(escaped_markup(target_words(column.target)));
  HtmlTable table(caption(record), head);
  for (const auto& [method, cells] : record.methods) {
    std::vector<std::string> row = {user_text(method)};
    for (const Column& column : columns) {
      row.push_back(cell_html(cell_of(cells, column.target), column, most_seeds(record)));
    }
    table.add_row(row, {{"data-method", method}});
  }
  return table.html();
}

// A comparison that was stopped early lacks almost everything.
std::string missing_list(const std::vector<std::string>& missing) {
  constexpr std::size_t kMostShown = 20;
  if (missing.empty()) return "";
  std::string items;
  for (std::size_t k = 0; k < std::min(missing.size(), kMostShown); ++k) {
    items += element("li", user_text(missing[k])) + "\n";
  }
  if (missing.size() > kMostShown) {
    items += element("li", joined("and ", count_text(static_cast<std::int64_t>(missing.size() - kMostShown)),
                                  " more, in table.json"));
  }
  return paragraph("Missing:") + element("ul", items);
}

std::string chosen_table(const ComparisonRecord& record) {
  HtmlTable table(record.part == "train" ? "What training chose" : "What validation chose",
                  {"method", "target", "seeds", "chosen"});
  for (const auto& [method, cells] : record.methods) {
    for (const ComparisonCell& cell : cells) {
      table.add_row({user_text(method), escaped_markup(target_words(cell.target)), std::to_string(cell.seeds),
                     user_text(cell.chosen)});
    }
  }
  return element("details", element("summary", "Seeds and hyper-parameters") + table.html());
}

}  // namespace

std::string comparison_tables(const Report& report) {
  std::string html;
  for (const ComparisonRecord& record : report.comparisons) {
    html += means_table(record) + missing_list(record.missing) + chosen_table(record);
  }
  return html;
}

}  // namespace pauc
