#include "pauc/record/row_columns.h"

#include <cmath>

#include "pauc/core/error.h"

namespace pauc::record {

namespace {

std::int64_t whole_from_one(const CsvReader& csv, std::size_t column, const char* expected) {
  const double number = csv.number(column);
  if (!(number >= 1 && number <= 0x1p53) || number != std::floor(number)) {
    fail(Fault::data, csv.place(column), ": expected ", expected, ", got ", shown(csv.field(column)));
  }
  return static_cast<std::int64_t>(number);
}

}  // namespace

std::int64_t read_row_number(const CsvReader& csv, std::size_t column) {
  return whole_from_one(csv, column, "the number of a row");
}

std::uint8_t read_label(const CsvReader& csv, std::size_t column) {
  const double label = csv.number(column);
  if (label != 0 && label != 1) {
    fail(Fault::data, csv.place(column), ": expected 0 or 1, got ", shown(csv.field(column)));
  }
  return label == 1 ? 1 : 0;
}

std::int64_t read_fold(const CsvReader& csv, std::size_t column) {
  return whole_from_one(csv, column, "the number of a fold");
}

}  // namespace pauc::record
