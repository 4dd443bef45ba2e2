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
    const pauc::HardestExamples valid = pauc::hardest_from_json(text, "valid", "fuzz");
    const pauc::HardestExamples test = pauc::hardest_from_json(text, "test", "fuzz");
    const std::string written = pauc::hardest_json(valid, test);
    const pauc::HardestExamples again = pauc::hardest_from_json(written, "test", "fuzz");
    if (pauc::hardest_json(valid, again) != written) std::abort();
  } catch (const pauc::UserError&) {
  }
  return 0;
}
