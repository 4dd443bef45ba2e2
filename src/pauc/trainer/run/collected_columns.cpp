#include "pauc/trainer/run/collected_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pauc {

namespace {

// Values of one column that the model reads, all rows of a block.
template <class Use>
void for_each_column_of(const Table& table, const Use& use) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows));
  std::iota(rows.begin(), rows.end(), 0);
  for_each_column(table, rows, [&](std::int64_t c, Span<const float> values) {
    const Column& column = table.columns[static_cast<std::size_t>(c)];
    if (column.left_out.empty()) use(static_cast<std::size_t>(c), column, values);
  });
}

// How often each category of a block occurs.
template <class Use>
void for_each_category(const Column& column, Span<const float> values, const Use& use) {
  std::vector<std::int64_t> counts(column.categories.size() + 1);  // the last: missing
  for (const float value : values) ++counts[std::isnan(value) ? counts.size() - 1 : static_cast<std::size_t>(value)];
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] > 0) use(k < column.categories.size() ? column.categories[k] : std::string(), counts[k]);
  }
}

// The place of a column, usually the same as in the block.
template <class List>
auto named(List& columns, std::size_t likely, const Column& column) {
  const auto is_it = [&](const auto& one) { return one.name == column.name && one.kind == column.kind; };
  if (likely < columns.size() && is_it(columns[likely])) return columns.begin() + static_cast<std::ptrdiff_t>(likely);
  return std::find_if(columns.begin(), columns.end(), is_it);
}

}  // namespace

void CollectedColumns::add(const Table& table) {
  for_each_column_of(table, [&](std::size_t c, const Column& column, Span<const float> values) {
    auto place = named(columns_, c, column);
    if (place == columns_.end()) place = columns_.insert(place, {column.name, column.kind, {}, {}});
    if (column.kind == Column::Kind::number) {
      place->numbers.insert(place->numbers.end(), values.begin(), values.end());
    } else {
      for_each_category(column, values,
                        [&](const std::string& text, std::int64_t count) { place->categories[text] += count; });
    }
  });
}

ColumnCounts::ColumnCounts(CollectedColumns before) {
  for (CollectedColumns::Values& values : before.take()) {
    Counted counted{values.name, values.kind, CategoryBins(values.categories), {}, {}};
    if (values.kind == Column::Kind::number) {
      const NumberBins bins(values.numbers);
      counted.before.resize(bins.size());
      for (const float value : values.numbers) ++counted.before[bins.of(value)];
      counted.bins = bins;
    } else {
      const auto& bins = std::get<CategoryBins>(counted.bins);
      counted.before.resize(bins.size());
      for (const auto& [text, count] : values.categories) counted.before[bins.of(text)] += count;
    }
    values = {};
    counted.now.resize(counted.before.size());
    columns_.push_back(std::move(counted));
  }
}

void ColumnCounts::add(const Table& table) {
  if (columns_.empty()) return;
  for_each_column_of(table, [&](std::size_t c, const Column& column, Span<const float> values) {
    const auto place = named(columns_, c, column);
    if (place == columns_.end()) return;
    place->seen = true;
    if (const auto* bins = std::get_if<NumberBins>(&place->bins)) {
      for (const float value : values) ++place->now[bins->of(value)];
    } else {
      for_each_category(column, values, [&](const std::string& text, std::int64_t count) {
        place->now[std::get<CategoryBins>(place->bins).of(text)] += count;
      });
    }
  });
}

std::vector<record::ColumnDrift> ColumnCounts::drifts() const {
  std::vector<record::ColumnDrift> list;
  for (const Counted& column : columns_) {
    if (column.seen) list.push_back({column.name, stability_index(column.before, column.now)});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.drift.index > b.drift.index; });
  return list;
}

}  // namespace pauc
