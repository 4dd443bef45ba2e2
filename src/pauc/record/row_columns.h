#pragma once

#include <cstdint>

#include "pauc/core/io/csv.h"

namespace pauc::record {

// The columns that every file of scored rows begins with, read from the current record. Each refuses anything else,
// with file, line and column.
std::int64_t read_row_number(const CsvReader& csv, std::size_t column);  // from 1
std::uint8_t read_label(const CsvReader& csv, std::size_t column);       // 0 or 1
std::int64_t read_fold(const CsvReader& csv, std::size_t column);        // from 1

}  // namespace pauc::record
