// Any bytes as a file of records: whole ones, with images of the size that was said, or a UserError.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "input_file.h"
#include "pauc/core/error.h"
#include "pauc/data/image/record_reader.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pauc::RecordLayout layout{{3, 2, 5}, 2};
  try {
    pauc::RecordReader reader(pauc::fuzz::input_file(data, size), layout);
    std::vector<std::uint8_t> images;
    std::size_t records = 0;
    while (reader.next()) {
      reader.append_image(images);
      if (images.size() != ++records * 30) std::abort();
    }
    if (records == 0) std::abort();
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
