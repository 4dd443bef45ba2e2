// JPEG files with any bytes changed: an image no smaller than wanted (or as large as it is), or a UserError; never a
// crash, a leak or memory for pixels that the head does not allow.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_file.h"
#include "pauc/core/error.h"
#include "pauc/data/image/jpeg.h"
#include "support/image_files.h"

namespace {

using pauc::test::JpegPicture;

std::vector<std::string> make_files() {
  std::vector<std::string> files;
  for (const auto colour : {JpegPicture::Colour::rgb, JpegPicture::Colour::grey, JpegPicture::Colour::cmyk}) {
    for (const bool progressive : {false, true}) {
      JpegPicture picture;
      picture.width = 33;
      picture.height = 20;
      picture.colour = colour;
      picture.progressive = progressive;
      for (int k = 0; k < 33 * 20 * 4; ++k) picture.bytes.push_back(static_cast<std::uint8_t>(k / 9));
      files.push_back(jpeg_of(picture));
    }
  }
  return files;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kEnough = 1 << 20;  // larger ones take seconds and teach nothing else
  static const std::vector<std::string> kFiles = make_files();
  const std::string file = pauc::fuzz::edited_file(kFiles, data, size);
  if (!pauc::is_jpeg(file)) return 0;
  const pauc::ImageSize wanted{size % 2 == 0 ? 1 : 3, 8, 12};
  try {
    const auto facts = pauc::jpeg_facts(file, "input");
    if (!facts || facts->height * facts->width > kEnough) return 0;
    const pauc::DecodedImage image = pauc::decode_jpeg(file, wanted, "input");
    if (image.size.channels != wanted.channels) std::abort();
    if (image.size.height < std::min(facts->height, wanted.height)) std::abort();
    if (image.size.width < std::min(facts->width, wanted.width)) std::abort();
    if (static_cast<std::int64_t>(image.bytes.size()) != image.size.bytes()) std::abort();
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
