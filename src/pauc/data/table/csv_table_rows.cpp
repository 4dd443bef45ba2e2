#include "pauc/data/table/csv_table_rows.h"

#include <cmath>
#include <limits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/data/table/columns.h"

namespace pauc {

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

CsvTableRows::CsvTableRows(Table& table, std::vector<std::size_t> places, NumberWords words)
    : table_(table),
      values_(std::get<DenseValues>(table.values).columns),
      places_(std::move(places)),
      numbers_(places_.size()),
      record_(places_.size()),
      missing_(table.missing),
      words_(words) {
  for (std::size_t c = 0; c < places_.size(); ++c) {
    const Column& column = table.columns[c];
    forms_.push_back(places_[c] == kNowhere                       ? Form::nowhere
                     : column.kind == Column::Kind::category      ? Form::category
                     : missing_.empty() && column.reading.plain() ? Form::plain_number
                                                                  : Form::other_number);
    const auto& categories = table.columns[c].categories;
    for (std::size_t k = 0; k < categories.size(); ++k)
      numbers_[c].emplace(categories[k], static_cast<std::int32_t>(k));
  }
}

float CsvTableRows::category_number(std::size_t column, std::string_view text) {
  auto& categories = table_.columns[column].categories;
  const auto [entry, is_new] =
      numbers_[column].emplace(std::string(text), static_cast<std::int32_t>(categories.size()));
  if (is_new) categories.emplace_back(text);
  return static_cast<float>(entry->second);
}

bool CsvTableRows::read_value(const CsvReader& csv, std::size_t column, float& value) {
  value = kMissing;
  const Form form = forms_[column];
  if (form == Form::nowhere) return true;
  const std::string_view text = trimmed(csv.field(places_[column]));
  if (form == Form::category) {
    if (!means_missing(text) && !missing_.has(text)) value = category_number(column, text);
    return true;
  }
  if (form == Form::other_number) return read_unusual(csv, text, column, value);
  const auto number = parse_number(text);
  if (!number) return words_ == NumberWords::all ? read_unusual(csv, text, column, value) : means_missing(text);
  value = static_cast<float>(*number);
  infinite_ = std::isinf(value);
  return !infinite_;
}

bool CsvTableRows::read_unusual(const CsvReader& csv, std::string_view text, std::size_t column, float& value) {
  const ColumnReading& reading = table_.columns[column].reading;
  if (missing_.has(text)) return true;
  if (const auto number = read_number(text, reading, separator_of(csv))) {
    value = static_cast<float>(*number);
    infinite_ = std::isinf(value);
    return !infinite_;
  }
  if (words_ == NumberWords::all ? means_missing_number(text) : means_missing(text)) return true;
  if (reading.odd_is_missing) odd_columns_.push_back(column);
  return reading.odd_is_missing;
}

bool CsvTableRows::append(const CsvReader& csv) {
  infinite_ = false;
  odd_columns_.clear();
  for (std::size_t c = 0; c < places_.size(); ++c) {
    if (read_value(csv, c, record_[c])) continue;
    bad_column_ = places_[c];
    return false;
  }
  if (!table_.held.keeps_next()) return true;
  for (std::size_t c = 0; c < places_.size(); ++c) values_[c].push_back(record_[c]);
  ++table_.rows;
  return true;
}

std::string CsvTableRows::complaint(const CsvReader& csv) const {
  return joined(csv.place(bad_column_),
                infinite_ ? ": expected a number below 3.4e38, got \"" : ": expected a number, got \"",
                csv.field(bad_column_), '"');
}

void CsvTableRows::append_missing() {
  for (auto& column : values_) column.push_back(kMissing);
  ++table_.rows;
}

}  // namespace pauc
