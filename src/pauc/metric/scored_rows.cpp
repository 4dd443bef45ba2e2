#include "pauc/metric/scored_rows.h"

#include <algorithm>
#include <limits>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

void check_fit(const ScoredRows& rows) {
  require(!rows.columns.empty(), "expected at least one column of scores, got none");
  require(rows.names.size() == rows.columns.size(), "expected a name for each of ", rows.columns.size(),
          " columns, got ", rows.names.size());
  for (auto name = rows.names.begin(); name != rows.names.end(); ++name) {
    require(std::find(name + 1, rows.names.end(), *name) == rows.names.end(),
            "expected columns of different names, got \"", *name, "\" twice");
  }
  require(rows.groups.empty() || rows.groups.size() == rows.labels.size(), "expected a group for each of ",
          rows.labels.size(), " rows, got ", rows.groups.size());
  for (const std::uint32_t group : rows.groups) {
    require(group < rows.group_count, "expected groups below ", rows.group_count, ", got ",
            static_cast<std::int64_t>(group));
  }
}

template <class T>
void keep_rows(std::vector<T>& values, const std::vector<bool>& kept) {
  if (values.empty()) return;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) values[next++] = values[i];
  }
  values.resize(next);
}

void drop_rows_without_weight(ScoredRows& rows) {
  std::vector<bool> kept(rows.weights.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = rows.weights[i] > 0;
  keep_rows(rows.labels, kept);
  keep_rows(rows.groups, kept);
  for (auto& column : rows.columns) keep_rows(column, kept);
  keep_rows(rows.weights, kept);
}

void number_groups(ScoredRows& rows) {
  std::vector<std::uint32_t> numbers(rows.group_count, kUnseen);
  std::uint32_t next = 0;
  for (std::uint32_t& group : rows.groups) {
    if (numbers[group] == kUnseen) numbers[group] = next++;
    group = numbers[group];
  }
  rows.group_count = next;
}

}  // namespace

ScoredRows prepared(ScoredRows rows) {
  check_fit(rows);
  ClassTotals totals;
  for (std::size_t c = 0; c < rows.columns.size(); ++c) totals = check(rows.cases(c));
  if (!rows.weights.empty()) {
    drop_rows_without_weight(rows);
    for (double& weight : rows.weights) weight *= totals.mass_per_weight();
  }
  if (!rows.groups.empty()) number_groups(rows);
  return rows;
}

}  // namespace pauc
