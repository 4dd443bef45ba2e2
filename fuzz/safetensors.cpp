// Any bytes as a safetensors file: tensors inside it come out, or a UserError; never a crash, a hang or bytes outside.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pauc/core/error.h"
#include "pauc/core/safetensors.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kPath = "/tmp/pauc-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(kPath.c_str(), "wb");
  if (file == nullptr || std::fwrite(data, 1, size, file) != size || std::fclose(file) != 0) std::abort();
  try {
    const pauc::Safetensors read = pauc::Safetensors::read(kPath);
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
