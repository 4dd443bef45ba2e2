// PNG files with any bytes changed, their checksums put right: an image of the size that its head says, or a UserError;
// never a crash, a leak or memory for pixels that the head does not allow.
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "edited_file.h"
#include "pauc/core/error.h"
#include "pauc/data/image/png.h"
#include "support/image_files.h"

namespace {

using pauc::test::PngPicture;

PngPicture picture_of(PngPicture::Colour colour, int depth, std::size_t bytes) {
  PngPicture picture;
  picture.width = 5;
  picture.height = 6;
  picture.colour = colour;
  picture.depth = depth;
  for (std::size_t k = 0; k < bytes; ++k) picture.bytes.push_back(static_cast<std::uint8_t>(k % 4));
  return picture;
}

std::vector<std::string> make_files() {
  PngPicture palette = picture_of(PngPicture::Colour::palette, 8, 30);
  palette.palette = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  palette.transparency = {0, 100};
  palette.interlaced = true;
  return {png_of(picture_of(PngPicture::Colour::rgb, 8, 90)), png_of(palette),
          png_of(picture_of(PngPicture::Colour::grey, 2, 12)),
          png_of(picture_of(PngPicture::Colour::rgb_alpha, 16, 240)),
          png_of(picture_of(PngPicture::Colour::grey_alpha, 8, 60))};
}

// Chunks: length, type, data, checksum of type and data.
void put_checksums_right(std::string& file) {
  constexpr std::size_t kSignature = 8;
  constexpr std::size_t kAround = 12;
  for (std::size_t place = kSignature; place + kAround <= file.size();) {
    auto* const chunk = reinterpret_cast<std::uint8_t*>(&file[place]);
    std::size_t length = 0;
    for (int k = 0; k < 4; ++k) length = 256 * length + chunk[k];
    if (length > file.size() - place - kAround) return;
    const auto checksum = crc32(0, chunk + 4, static_cast<unsigned>(length + 4));
    for (int k = 0; k < 4; ++k) chunk[8 + length + k] = static_cast<std::uint8_t>(checksum >> (24 - 8 * k));
    place += kAround + length;
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kEnough = 1 << 20;  // larger ones take seconds and teach nothing else
  static const std::vector<std::string> kFiles = make_files();
  std::string file = pauc::fuzz::edited_file(kFiles, data, size);
  put_checksums_right(file);
  if (!pauc::is_png(file)) return 0;
  try {
    const pauc::ImageFacts facts = pauc::png_facts(file, "input");
    if (facts.height * facts.width > kEnough) return 0;
    const pauc::DecodedImage image = pauc::decode_png(file, "input");
    if (image.size.height != facts.height || image.size.width != facts.width) std::abort();
    if (static_cast<std::int64_t>(image.bytes.size()) != image.size.bytes()) std::abort();
    if (pauc::with_channels(image, 1).bytes.size() * 3 != pauc::with_channels(image, 3).bytes.size()) std::abort();
  } catch (const pauc::UserError&) {
    return 0;
  }
  return 0;
}
