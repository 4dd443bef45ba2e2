#include "pauc/data/table/id_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "pauc/core/text/lower_case.h"

namespace pauc {

namespace {

constexpr double kLeastLongId = 1e11;       // 12 digits, more than any count and more than floats can tell apart
constexpr double kLargestExact = 16777216;  // up to here floats hold all whole numbers
constexpr std::size_t kLeastRows = 50;      // in a shorter file, all values may differ by chance

struct Extent {
  double least, largest;
};

// Nothing if a value is not whole.
std::optional<Extent> extent_of_whole(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Extent extent{values[0], values[0]};
  for (const double value : values) {
    if (value != std::floor(value)) return std::nullopt;
    extent.least = std::min(extent.least, value);
    extent.largest = std::max(extent.largest, value);
  }
  return extent;
}

bool all_differ(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

// "id", "patient_id", "case no", "MRN", ...
bool is_called_id(const std::string& column) {
  const std::string name = lower_case(column);
  const std::size_t last = name.find_last_of("_- .");
  const std::string word = last == std::string::npos ? name : name.substr(last + 1);
  for (const char* usual : {"id", "ids", "uid", "uuid", "guid", "mrn", "key", "no", "nr", "number", "index", "rowid"}) {
    if (word == usual) return true;
  }
  return column.size() > 2 && column.compare(column.size() - 2, 2, "Id") == 0;
}

// Whether each column may hold ids, by its first values: most columns are told by them.
std::vector<bool> may_be_ids(const Table& table) {
  std::vector<std::int64_t> first(std::min(static_cast<std::size_t>(table.rows_of_data()), kLeastRows));
  std::iota(first.begin(), first.end(), 0);
  std::vector<bool> may_be;
  for_each_column(table, first, [&](std::int64_t, Span<const float> values) {
    may_be.push_back(
        std::all_of(values.begin(), values.end(), [](float v) { return std::isnan(v) || v == std::floor(v); }));
  });
  return may_be;
}

// Whether the values may be all whole numbers between the extremes, as far as floats tell.
bool may_be_dense(const Extent& extent, std::size_t count) {
  const double error = extent.largest / kLargestExact;  // of a whole number as a float
  return std::abs(extent.largest - extent.least + 1 - static_cast<double>(count)) <= 2 * error;
}

std::string why_long_id(const Extent& extent) {
  const bool one_length = std::floor(std::log10(extent.least)) == std::floor(std::log10(extent.largest));
  return one_length ? "long whole numbers of one length look like ids" : "";
}

// `values` are exact.
std::string why_short_id(const Column& column, const std::vector<double>& values) {
  const auto extent = extent_of_whole(values);
  if (!extent) return "";
  const bool dense = extent->largest - extent->least + 1 == static_cast<double>(values.size());
  if ((!dense && !is_called_id(column.name)) || !all_differ(values)) return "";
  return dense ? "the numbers of the rows, or another whole number for each"
               : "another whole number for each row: an id";
}

// `values` are those that are present, as floats have them.
std::string why_id(const Column& column, const std::vector<double>& values,
                   const std::function<std::vector<double>()>& exact) {
  const auto extent = extent_of_whole(values);
  if (!extent || values.size() < kLeastRows) return "";
  if (extent->least >= kLeastLongId) return why_long_id(*extent);
  if (extent->least <= -kLargestExact) return "";
  if (extent->largest < kLargestExact) return why_short_id(column, values);
  const bool may_be_id = is_called_id(column.name) || may_be_dense(*extent, values.size());
  return may_be_id ? why_short_id(column, exact()) : "";
}

}  // namespace

void leave_out_ids(const DataOptions& options, const ExactValues& exact, Table& table) {
  if (!options.features.empty()) return;
  const std::vector<bool> may_be = may_be_ids(table);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    Column& column = table.columns[c];
    if (column.kind != Column::Kind::number || !column.left_out.empty() || !may_be[c]) continue;
    const std::vector<float> values = values_of_column(table, static_cast<std::int64_t>(c));
    std::vector<double> present;
    std::copy_if(values.begin(), values.end(), std::back_inserter(present), [](float v) { return !std::isnan(v); });
    column.left_out = why_id(column, present, [&] { return exact(c); });
  }
}

}  // namespace pauc
