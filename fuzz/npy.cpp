// Any bytes as a .npy file: as many rows as its header says, without infinite values, or a UserError; never a crash, a
// hang or memory for numbers that the file does not hold.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/table/npy_reader.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    pauc::NpyReader reader(pauc::fuzz::input_file(data, size));
    std::int64_t rows = 0;
    for (; reader.next(); ++rows) {
      for (const float value : reader.row()) {
        if (std::isinf(value)) std::abort();
      }
      reader.value(reader.columns() - 1);
    }
    if (rows != reader.rows()) std::abort();
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
