// Any bytes as a LIBSVM file: rows with ascending columns and finite values come out, or a UserError; never a crash or
// a hang.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/table/libsvm_reader.h"

namespace {

void check_row(const pauc::LibsvmReader& reader) {
  std::int32_t before = -1;
  for (const auto& entry : reader.entries()) {
    if (entry.column <= before || !std::isfinite(entry.value)) std::abort();
    before = entry.column;
  }
  if (reader.label().empty()) std::abort();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pauc::looks_like_libsvm({reinterpret_cast<const char*>(data), size});
  try {
    pauc::LibsvmReader reader(pauc::fuzz::input_file(data, size));
    while (reader.next()) check_row(reader);
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
