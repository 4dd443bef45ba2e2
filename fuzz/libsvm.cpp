// Any bytes as a LIBSVM file: rows with ascending columns and finite values come out, or a UserError; never a crash or
// a hang.
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pauc/core/error.h"
#include "pauc/data/libsvm_reader.h"

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
  static const std::string kPath = "/tmp/pauc-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(kPath.c_str(), "wb");
  if (file == nullptr || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0) std::abort();
  pauc::looks_like_libsvm({reinterpret_cast<const char*>(data), size});
  try {
    pauc::LibsvmReader reader(kPath);
    while (reader.next()) check_row(reader);
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
