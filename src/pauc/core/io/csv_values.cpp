#include "pauc/core/io/csv_values.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"

namespace pauc {

std::string_view read_group(const CsvReader& csv, std::size_t column) {
  const std::string_view group = trimmed(csv.field(column));
  if (!group.empty()) return group;
  fail(Fault::data, csv.place(column), ": expected the name of a group, got an empty field");
}

double read_weight(const CsvReader& csv, std::size_t column) {
  const double weight = csv.number(column);
  if (weight >= 0) return weight;
  fail(Fault::data, csv.place(column), ": expected a weight of at least 0, got ", csv.field(column));
}

std::string note_on_numeric_header(const CsvReader& csv) {
  const auto is_number = [](const std::string& name) { return parse_number(name).has_value(); };
  if (!std::all_of(csv.columns().begin(), csv.columns().end(), is_number)) return "";
  return joined(csv.name(), ": the first line is all numbers but taken as a header; data: --no-header");
}

std::string note_on_encoding(const CsvReader& csv) {
  return joined(csv.name(), ": read as ", csv.converted_from(), ", since it is not UTF-8");
}

}  // namespace pauc
