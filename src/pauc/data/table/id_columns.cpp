#include "pauc/data/table/id_columns.h"

#include <algorithm>
#include <cmath>
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
std::optional<Extent> extent_of_whole(const std::vector<float>& values) {
  if (values.empty()) return std::nullopt;
  Extent extent{values[0], values[0]};
  for (const float value : values) {
    if (value != std::floor(value)) return std::nullopt;
    extent.least = std::min(extent.least, double{value});
    extent.largest = std::max(extent.largest, double{value});
  }
  return extent;
}

bool all_differ(std::vector<float> values) {
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

// Most columns are told by their first values.
bool may_be_ids(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), kLeastRows)),
                     [](float v) { return std::isnan(v) || v == std::floor(v); });
}

// `values` are those that are present.
std::string why_id(const Column& column, const std::vector<float>& values) {
  const auto extent = extent_of_whole(values);
  if (!extent || values.size() < kLeastRows) return "";
  if (extent->least >= kLeastLongId) {
    const double digits = std::floor(std::log10(extent->least));
    return digits == std::floor(std::log10(extent->largest)) ? "long whole numbers of one length look like ids" : "";
  }
  if (extent->largest >= kLargestExact || extent->least <= -kLargestExact) return "";
  const bool dense = extent->largest - extent->least + 1 == static_cast<double>(values.size());
  if (!dense && !is_called_id(column.name)) return "";
  if (!all_differ(values)) return "";
  return dense ? "the numbers of the rows, or another whole number for each"
               : "another whole number for each row: an id";
}

}  // namespace

void leave_out_ids(const DataOptions& options, Table& table) {
  if (!options.features.empty()) return;
  const auto& values = std::get<DenseValues>(table.values).columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    Column& column = table.columns[c];
    if (column.kind != Column::Kind::number || !column.left_out.empty() || !may_be_ids(values[c])) continue;
    std::vector<float> present;
    std::copy_if(values[c].begin(), values[c].end(), std::back_inserter(present),
                 [](float v) { return !std::isnan(v); });
    column.left_out = why_id(column, present);
  }
}

}  // namespace pauc
