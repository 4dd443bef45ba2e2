// A config file of pauc train: read, and written so that it reads back to the same, or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pauc/core/error.h"
#include "pauc/trainer/config/config.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const pauc::Config config = pauc::config_from_yaml(text, "config.yaml");
    const pauc::Config again = pauc::config_from_yaml(pauc::config_yaml(config), "written.yaml");
    if (!pauc::first_difference(again, config, {}).empty()) std::abort();
  } catch (const pauc::UserError&) {
  }
  return 0;
}
