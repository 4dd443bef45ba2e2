#include "pauc/trainer/run/collected_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pauc {

void CollectedColumns::add(const Table& table) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows));
  std::iota(rows.begin(), rows.end(), 0);
  for_each_column(table, rows, [&](std::int64_t c, Span<const float> values) {
    const Column& column = table.columns[static_cast<std::size_t>(c)];
    const auto [place, is_new] = columns_.try_emplace(column.name);
    if (is_new) names_.push_back(column.name);
    Values& all = place->second;
    all.kind = column.kind;
    for (const float value : values) {
      if (column.kind == Column::Kind::number) {
        all.numbers.push_back(value);
      } else {
        all.categories.push_back(std::isnan(value) ? "" : column.categories[static_cast<std::size_t>(value)]);
      }
    }
  });
}

Drift CollectedColumns::drift_of(const Values& before, const Values& now) {
  if (before.kind == Column::Kind::number) return number_drift(before.numbers, now.numbers);
  std::unordered_map<std::string, std::int32_t> codes;
  const auto coded = [&](const std::vector<std::string>& texts) {
    std::vector<std::int32_t> list;
    for (const std::string& text : texts) {
      list.push_back(codes.emplace(text, static_cast<std::int32_t>(codes.size())).first->second);
    }
    return list;
  };
  const std::vector<std::int32_t> first = coded(before.categories);
  return category_drift(first, coded(now.categories));
}

std::vector<record::ColumnDrift> CollectedColumns::drifts(const CollectedColumns& before, const CollectedColumns& now) {
  std::vector<record::ColumnDrift> list;
  for (const std::string& name : before.names_) {
    const Values& first = before.columns_.at(name);
    const auto second = now.columns_.find(name);
    if (second == now.columns_.end() || second->second.kind != first.kind) continue;
    list.push_back({name, drift_of(first, second->second)});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.drift.index > b.drift.index; });
  return list;
}

}  // namespace pauc
