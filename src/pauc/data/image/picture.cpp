#include "pauc/data/image/picture.h"

#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/data/image/decoded_image.h"
#include "pauc/data/image/resize.h"
#include "pauc/data/tint.h"

namespace pauc {

namespace {

constexpr std::int64_t kLargestPngSide = 48;
constexpr std::int64_t kLargestJpegSide = 160;
constexpr int kJpegQuality = 88;

std::int64_t larger_side(const ImageSize& size) { return std::max(size.height, size.width); }

DecodedImage made_smaller(DecodedImage image) {
  const std::int64_t side = larger_side(image.size);
  if (side <= kLargestJpegSide) return image;
  const auto reduced = [&](std::int64_t length) {
    const double scale = static_cast<double>(kLargestJpegSide) / static_cast<double>(side);
    return std::max<std::int64_t>(1, std::lround(static_cast<double>(length) * scale));
  };
  DecodedImage smaller;
  smaller.size = {image.size.channels, reduced(image.size.height), reduced(image.size.width)};
  smaller.bytes.resize(smaller.size.bytes());
  resize(image, smaller.size, smaller.bytes.data());
  return smaller;
}

// Empty where libpng refuses.
std::string png_bytes(const DecodedImage& image) {
  png_image head = {};
  head.version = PNG_IMAGE_VERSION;
  head.width = static_cast<png_uint_32>(image.size.width);
  head.height = static_cast<png_uint_32>(image.size.height);
  head.format = image.size.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  constexpr int kEightBits = 0;
  constexpr int kTightRows = 0;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(head);
  std::string file(size, '\0');
  const int written =
      png_image_write_to_memory(&head, file.data(), &size, kEightBits, image.bytes.data(), kTightRows, nullptr);
  file.resize(written != 0 ? size : 0);
  return file;
}

struct DestroyHandle {
  void operator()(void* handle) const { tjDestroy(handle); }
};
struct FreeBytes {
  void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

// Empty where the encoder refuses. Colour is kept at every pixel: small pictures show it when it is not.
std::string jpeg_bytes(const DecodedImage& image) {
  const std::unique_ptr<void, DestroyHandle> handle(tjInitCompress());
  if (!handle) return "";
  const bool grey = image.size.channels == 1;
  constexpr int kTightRows = 0;
  unsigned char* bytes = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): the library's type
  const int failed = tjCompress2(handle.get(), image.bytes.data(), static_cast<int>(image.size.width), kTightRows,
                                 static_cast<int>(image.size.height), grey ? TJPF_GRAY : TJPF_RGB, &bytes, &size,
                                 grey ? TJSAMP_GRAY : TJSAMP_444, kJpegQuality, TJFLAG_ACCURATEDCT);
  const std::unique_ptr<unsigned char, FreeBytes> kept(bytes);
  return failed != 0 ? std::string() : std::string(reinterpret_cast<const char*>(bytes), size);
}

// The image in grey, so that colours mean contributions only.
DecodedImage tinted(DecodedImage image, const std::vector<double>& contributions, std::int64_t across) {
  constexpr double kMostColour = 0.75;
  image = with_channels(with_channels(std::move(image), 1), 3);
  const double largest = largest_of(contributions);
  const auto down = static_cast<std::int64_t>(contributions.size()) / across;
  std::uint8_t* pixel = image.bytes.data();
  for (std::int64_t y = 0; y < image.size.height; ++y) {
    for (std::int64_t x = 0; x < image.size.width; ++x, pixel += 3) {
      const std::int64_t patch = patch_of(y, image.size.height, down) * across + patch_of(x, image.size.width, across);
      const Tint tint = tint_of(contributions[static_cast<std::size_t>(patch)], largest);
      const double share = kMostColour * tint.strength;
      const double colours[3] = {tint.red, tint.green, tint.blue};
      for (int c = 0; c < 3; ++c) {
        pixel[c] = static_cast<std::uint8_t>(std::lround((1 - share) * pixel[c] + share * 255 * colours[c]));
      }
    }
  }
  return image;
}

Picture picture_from(std::string type, std::string bytes) {
  if (bytes.empty()) return {};
  return {std::move(type), std::move(bytes)};
}

}  // namespace

Picture image_picture(const Images& images, std::int64_t row, const std::vector<double>& contributions,
                      std::int64_t across) {
  DecodedImage image;
  image.size = images.size;
  try {
    const ImageBytes bytes = images.at(row);
    image.bytes.assign(bytes.get(), bytes.get() + images.size.bytes());
  } catch (const UserError&) {  // was fine when the run began
    return {};
  }
  if (!contributions.empty()) image = tinted(std::move(image), contributions, across);
  if (larger_side(image.size) <= kLargestPngSide) return picture_from("image/png", png_bytes(image));
  return picture_from("image/jpeg", jpeg_bytes(made_smaller(std::move(image))));
}

}  // namespace pauc
