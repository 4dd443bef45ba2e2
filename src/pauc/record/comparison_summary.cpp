#include "pauc/record/comparison_summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pauc/core/error.h"

namespace pauc::record {

namespace {

void check_values(const ComparedMethod& method, const ComparedCell& cell) {
  std::set<std::int64_t> seeds;
  for (const SeedValue& at : cell.values) {
    const std::string where = joined("comparison: ", method.name, ": ", cell.target, ": seed ", at.seed);
    require(std::isfinite(at.value), where, ": expected a finite number, got ", at.value);
    require(seeds.insert(at.seed).second, where, ": expected one value, got two");
  }
}

void check(const Comparison& comparison) {
  std::set<std::string> names;
  for (const ComparedMethod& method : comparison.methods) {
    require(names.insert(method.name).second, "comparison: expected methods of different names, got ",
            shown(method.name), " twice");
    for (const ComparedCell& cell : method.cells) check_values(method, cell);
  }
}

CellSummary figures_of(const ComparedCell* cell) {
  CellSummary summary;
  if (cell == nullptr) return summary;
  summary.chosen = cell->chosen;
  std::vector<double> values;
  for (const SeedValue& at : cell->values) values.push_back(at.value);
  if (!values.empty()) summary.values = mean_deviation(values);
  return summary;
}

std::optional<PairedDifference> difference_of(const ComparedCell& cell, const ComparedCell& best) {
  std::map<std::int64_t, double> of_best;
  for (const SeedValue& at : best.values) of_best[at.seed] = at.value;
  std::vector<double> a;
  std::vector<double> b;
  for (const SeedValue& at : cell.values) {
    const auto found = of_best.find(at.seed);
    if (found == of_best.end()) continue;
    a.push_back(at.value);
    b.push_back(found->second);
  }
  if (a.empty()) return std::nullopt;
  return paired_difference(a, b, kComparisonConfidence);
}

// A cell with values.
struct FilledCell {
  const ComparedCell* runs;
  CellSummary* summary;
};

// Number of seeds that a cell must have to be the best.
std::int64_t seeds_required(const std::vector<FilledCell>& column, std::int64_t all) {
  std::int64_t most = 0;
  for (const FilledCell& cell : column) most = std::max(most, cell.summary->values.n);
  return all > 0 ? std::min(all, most) : most;
}

// Null in an empty column.
const FilledCell* best_of(const std::vector<FilledCell>& column, std::int64_t seeds) {
  const FilledCell* best = nullptr;
  for (const FilledCell& cell : column) {
    if (cell.summary->values.n < seeds) continue;
    if (best == nullptr || cell.summary->values.mean > best->summary->values.mean) best = &cell;
  }
  return best;
}

void compare_with_best(const std::vector<FilledCell>& column, std::int64_t all_seeds) {
  const std::int64_t required = seeds_required(column, all_seeds);
  const FilledCell* best = best_of(column, required);
  if (best == nullptr) return;
  for (const FilledCell& cell : column) {
    const MeanDeviation& values = cell.summary->values;
    cell.summary->is_best = values.n >= required && values.mean == best->summary->values.mean;
    if (!cell.summary->is_best) cell.summary->to_best = difference_of(*cell.runs, *best->runs);
  }
}

}  // namespace

bool CellSummary::is_like_best() const {
  const bool is_worse = to_best && to_best->beyond_noise() && to_best->mean < 0;
  return !is_empty() && !is_best && !is_worse;
}

const ComparedCell* cell_on(const ComparedMethod& method, const std::string& target) {
  const auto found = std::find_if(method.cells.begin(), method.cells.end(),
                                  [&](const ComparedCell& cell) { return cell.target == target; });
  return found == method.cells.end() ? nullptr : &*found;
}

ComparisonSummary summarised(const Comparison& comparison) {
  check(comparison);
  ComparisonSummary summary;
  summary.cells.assign(comparison.methods.size(), std::vector<CellSummary>(comparison.targets.size()));
  for (std::size_t t = 0; t < comparison.targets.size(); ++t) {
    std::vector<FilledCell> column;
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      const ComparedCell* cell = cell_on(comparison.methods[m], comparison.targets[t]);
      summary.cells[m][t] = figures_of(cell);
      if (!summary.cells[m][t].is_empty()) column.push_back({cell, &summary.cells[m][t]});
    }
    compare_with_best(column, comparison.seeds);
  }
  return summary;
}

}  // namespace pauc::record
