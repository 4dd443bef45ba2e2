#include "pauc/data/table/table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pauc {

namespace {

// use(k, place) for each of the rows that is here: rows[k] is at that place.
template <class Use>
void for_rows_here(const HeldRows& held, Span<const std::int64_t> rows, const Use& use) {
  for (std::int64_t k = 0; k < rows.size(); ++k) {
    if (held.has(rows[k])) use(k, held.place_of(rows[k]));
  }
}

// The entries of the chosen rows by column: what a sparse table's columns are read from.
struct ByColumn {
  std::vector<std::int64_t> begins;  // [columns + 1]
  std::vector<std::int64_t> places;  // in the list of rows
  std::vector<float> values;
};

ByColumn transposed(const Table& table, Span<const std::int64_t> rows) {
  const auto& sparse = std::get<SparseValues>(table.values);
  const auto width = static_cast<std::int64_t>(table.columns.size());
  ByColumn result;
  result.begins.assign(width + 1, 0);
  const auto each = [&](const auto& use) {
    for_rows_here(table.held, rows, [&](std::int64_t k, std::int64_t place) {
      for (auto e = sparse.row_begins[place]; e < sparse.row_begins[place + 1]; ++e) use(k, e);
    });
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

// Reads the columns of chosen rows.
class ColumnsOfRows {
 public:
  ColumnsOfRows(const Table& table, Span<const std::int64_t> rows)
      : held_(table.held), rows_(rows), dense_(std::get_if<DenseValues>(&table.values)) {
    if (dense_ == nullptr) by_column_ = transposed(table, rows);
  }

  // Writes the values of the rows that are here to `out`, which is 0 elsewhere.
  void read(std::int64_t column, float* out) const {
    if (dense_ != nullptr) {
      const std::vector<float>& values = dense_->columns[column];
      return for_rows_here(held_, rows_, [&](std::int64_t k, std::int64_t place) { out[k] = values[place]; });
    }
    for (auto e = by_column_.begins[column]; e < by_column_.begins[column + 1]; ++e) {
      out[by_column_.places[e]] = by_column_.values[e];
    }
  }

 private:
  const HeldRows& held_;
  Span<const std::int64_t> rows_;
  const DenseValues* dense_;
  ByColumn by_column_;
};

// Shared columns are sent in groups of about so many values.
constexpr std::int64_t kValuesAtOnce = std::int64_t{1} << 20;

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
  first.held = table.held;
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
  const ColumnsOfRows columns(table, rows);
  const std::int64_t at_once = table.held.are_shared() ? 1 + kValuesAtOnce / (rows.size() + 1) : 1;
  for (std::int64_t begin = 0; begin < width; begin += at_once) {
    const std::int64_t end = std::min(width, begin + at_once);
    std::vector<float> values(static_cast<std::size_t>((end - begin) * rows.size()), 0.0F);
    for (std::int64_t c = begin; c < end; ++c) columns.read(c, values.data() + (c - begin) * rows.size());
    if (table.held.are_shared()) complete(values, table.held.shared());
    for (std::int64_t c = begin; c < end; ++c) use(c, {values.data() + (c - begin) * rows.size(), rows.size()});
  }
}

std::vector<float> values_of_column(const Table& table, std::int64_t column) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows_of_data()));
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<float> values(rows.size(), 0.0F);
  ColumnsOfRows(table, rows).read(column, values.data());
  if (table.held.are_shared()) complete(values, table.held.shared());
  return values;
}

}  // namespace pauc
