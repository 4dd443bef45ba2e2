// Any bytes are hardest examples that are written as they were read, or refused with a UserError.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pauc/core/error.h"
#include "pauc/record/hardest.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const pauc::record::HardestExamples valid = pauc::record::hardest_from_json(text, "valid", "fuzz");
    const pauc::record::HardestExamples test = pauc::record::hardest_from_json(text, "test", "fuzz");
    const std::string written = pauc::record::hardest_json(valid, test);
    const pauc::record::HardestExamples again = pauc::record::hardest_from_json(written, "test", "fuzz");
    if (pauc::record::hardest_json(valid, again) != written) std::abort();
  } catch (const pauc::UserError&) {
  }
  return 0;
}
