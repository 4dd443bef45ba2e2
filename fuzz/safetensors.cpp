// Any bytes as a safetensors file: tensors inside it come out, or a UserError; never a crash, a hang or bytes outside.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/safetensors.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const pauc::Safetensors read = pauc::Safetensors::read(pauc::fuzz::input_file(data, size));
    unsigned sum = 0;
    for (const auto& tensor : read.tensors()) {
      for (const char byte : tensor.bytes) sum += static_cast<unsigned char>(byte);
    }
    if (sum > 255 * size) std::abort();
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
