#include "pauc/data/table/table.h"

#include <algorithm>
#include <utility>

namespace pauc {

namespace {

// The entries of the chosen rows by column: what a sparse table's columns are read from.
struct ByColumn {
  std::vector<std::int64_t> begins;  // [columns + 1]
  std::vector<std::int64_t> places;  // in `rows`
  std::vector<float> values;
};

ByColumn transposed(const SparseValues& sparse, std::int64_t width, Span<const std::int64_t> rows) {
  ByColumn result;
  result.begins.assign(width + 1, 0);
  const auto each = [&](const auto& use) {
    for (std::int64_t k = 0; k < rows.size(); ++k) {
      for (auto e = sparse.row_begins[rows[k]]; e < sparse.row_begins[rows[k] + 1]; ++e) use(k, e);
    }
  };
  each([&](std::int64_t, std::int64_t e) { ++result.begins[sparse.columns[e] + 1]; });
  for (std::int64_t c = 0; c < width; ++c) result.begins[c + 1] += result.begins[c];
  result.places.resize(result.begins[width]);
  result.values.resize(result.begins[width]);
  auto next = result.begins;
  each([&](std::int64_t k, std::int64_t e) {
    const auto place = next[sparse.columns[e]]++;
    result.places[place] = k;
    result.values[place] = sparse.values[e];
  });
  return result;
}

}  // namespace

Table dense_table(std::vector<Column> columns) {
  Table table;
  table.values = DenseValues{std::vector<std::vector<float>>(columns.size())};
  table.columns = std::move(columns);
  return table;
}

Table first_columns(const Table& table, std::size_t count) {
  Table first;
  first.rows = table.rows;
  first.missing = table.missing;
  first.columns.assign(table.columns.begin(), table.columns.begin() + static_cast<std::ptrdiff_t>(count));
  if (const auto* dense = std::get_if<DenseValues>(&table.values)) {
    const auto begin = dense->columns.begin();
    first.values = DenseValues{{begin, begin + static_cast<std::ptrdiff_t>(count)}};
    return first;
  }
  const auto& all = std::get<SparseValues>(table.values);
  SparseValues kept;
  for (std::int64_t row = 0; row < table.rows; ++row) {
    for (auto e = all.row_begins[row]; e < all.row_begins[row + 1]; ++e) {
      if (all.columns[e] >= static_cast<std::int32_t>(count)) break;  // they ascend
      kept.columns.push_back(all.columns[e]);
      kept.values.push_back(all.values[e]);
    }
    kept.row_begins.push_back(static_cast<std::int64_t>(kept.columns.size()));
  }
  first.values = std::move(kept);
  return first;
}

void for_each_column(const Table& table, Span<const std::int64_t> rows,
                     const std::function<void(std::int64_t column, Span<const float> values)>& use) {
  const auto width = static_cast<std::int64_t>(table.columns.size());
  std::vector<float> values(rows.size());
  if (const auto* dense = std::get_if<DenseValues>(&table.values)) {
    for (std::int64_t c = 0; c < width; ++c) {
      for (std::int64_t k = 0; k < rows.size(); ++k) values[k] = dense->columns[c][rows[k]];
      use(c, values);
    }
    return;
  }
  const ByColumn by_column = transposed(std::get<SparseValues>(table.values), width, rows);
  for (std::int64_t c = 0; c < width; ++c) {
    std::fill(values.begin(), values.end(), 0.0F);
    for (auto e = by_column.begins[c]; e < by_column.begins[c + 1]; ++e) {
      values[by_column.places[e]] = by_column.values[e];
    }
    use(c, values);
  }
}

}  // namespace pauc
