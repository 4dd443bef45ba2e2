// Any bytes as a request to pauc serve: CSV with as many columns in every record, or a UserError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "../cli/score_request.h"
#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string csv;
  try {
    pauc::RowField comma;
    comma.name = "a";
    comma.decimal_comma = true;
    csv = pauc::cli::csv_of_request({reinterpret_cast<const char*>(data), size}, {comma});
    pauc::CsvReader reader(pauc::fuzz::input_file(reinterpret_cast<const std::uint8_t*>(csv.data()), csv.size()), {});
    while (reader.next()) {
    }
  } catch (const pauc::UserError&) {
  }
  return 0;
}
