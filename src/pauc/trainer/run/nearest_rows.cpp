#include "pauc/trainer/run/nearest_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/training_examples.h"

namespace pauc {

namespace {

constexpr float kUnknown = -1;  // a category that no training row has

}  // namespace

NearestRows::NearestRows(const record::RunPaths& paths, const TableEncoding& encoding, bool with_valid) {
  for (std::size_t c = 0; c < encoding.columns.size(); ++c) {
    const ColumnEncoding& column = encoding.columns[c];
    if (!column.seen) continue;
    KnownColumn known;
    known.place = c;
    known.range = column.kind == Column::Kind::number ? column.seen->high - column.seen->low : 0;
    columns_.push_back(std::move(known));
  }
  require_usage(!columns_.empty(), "nearest: expected a run on a table whose card has the ranges of its columns, got ",
                paths.folder);
  const RunBeginning beginning = read_beginning(paths);
  const DataOptions options = beginning.asked.read("data", kDataFields);
  const Examples examples = training_examples(paths, options, beginning.files, "nearest");
  const std::vector<std::int64_t> rows = training_rows(examples, options, with_valid);
  const Table& table = examples.content.table;
  require(table.columns.size() == encoding.columns.size(), "nearest: expected ", encoding.columns.size(),
          " columns in the data of the training, got ", table.columns.size());
  for (KnownColumn& known : columns_) {
    const Column& column = table.columns[known.place];
    for (const std::string& text : column.categories) {
      known.codes.emplace(printable(text), static_cast<float>(known.codes.size()));
    }
    for (const std::int64_t row : rows) known.values.push_back(value_of(known, table, row));
  }
  const RowFacts& facts = examples.facts;
  for (const std::int64_t row : rows) {
    names_.push_back(facts.ids.empty() ? std::to_string(facts.numbers[row]) : facts.ids[row]);
  }
}

// Numbers in units of their range, categories as codes.
float NearestRows::value_of(const KnownColumn& column, const Table& table, std::int64_t row) const {
  const float value = std::get<DenseValues>(table.values).columns[column.place][static_cast<std::size_t>(row)];
  if (std::isnan(value)) return value;
  const Column& of_table = table.columns[column.place];
  if (of_table.kind == Column::Kind::number) return column.range > 0 ? static_cast<float>(value / column.range) : value;
  const auto found = column.codes.find(printable(of_table.categories[static_cast<std::size_t>(value)]));
  return found == column.codes.end() ? kUnknown : found->second;
}

std::vector<std::vector<std::string>> NearestRows::of(const Table& table, std::size_t count) const {
  require_usage(std::holds_alternative<DenseValues>(table.values),
                "nearest: expected data with the columns of the training, got a sparse table");
  std::vector<std::vector<std::string>> nearest;
  std::vector<float> distances(names_.size());
  std::vector<std::size_t> order(names_.size());
  const auto shown = static_cast<std::ptrdiff_t>(std::min(count, names_.size()));
  for (std::int64_t row = 0; row < table.rows; ++row) {
    std::fill(distances.begin(), distances.end(), 0.0F);
    for (const KnownColumn& column : columns_) {
      const float value = value_of(column, table, row);
      const bool is_number = table.columns[column.place].kind == Column::Kind::number;
      for (std::size_t k = 0; k < distances.size(); ++k) {
        const float other = column.values[k];
        const bool both = !std::isnan(value) && !std::isnan(other);
        const float apart = is_number ? std::min(std::abs(value - other), 1.0F) : value == other ? 0.0F : 1.0F;
        distances[k] += both ? apart : std::isnan(value) == std::isnan(other) ? 0.0F : 1.0F;
      }
    }
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + shown, order.end(), [&](std::size_t a, std::size_t b) {
      return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
    });
    nearest.emplace_back();
    for (std::ptrdiff_t k = 0; k < shown; ++k) nearest.back().push_back(names_[order[k]]);
  }
  return nearest;
}

}  // namespace pauc
