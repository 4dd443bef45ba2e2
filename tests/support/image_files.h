#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pauc::test {

// Samples row by row, as in PNG: 16-bit samples with the high byte first.
struct PngPicture {
  enum class Colour { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgb_alpha = 6 };  // numbers of PNG
  int width = 0;
  int height = 0;
  Colour colour = Colour::rgb;
  int depth = 8;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> palette;       // red, green, blue, ...
  std::vector<std::uint8_t> transparency;  // of the palette's colours
  bool interlaced = false;
};
std::string png_of(const PngPicture& picture);

struct JpegPicture {
  enum class Colour { grey, rgb, cmyk };
  int width = 0;
  int height = 0;
  Colour colour = Colour::rgb;
  std::vector<std::uint8_t> bytes;
  bool progressive = false;
};
std::string jpeg_of(const JpegPicture& picture);

// An image of one colour.
std::string plain_png(int width, int height, std::vector<std::uint8_t> colour = {200, 100, 50});
std::string plain_jpeg(int width, int height, std::vector<std::uint8_t> colour = {200, 100, 50});

// A PNG file without pixels whose header claims this size.
std::string png_head(std::uint32_t width, std::uint32_t height);

}  // namespace pauc::test
