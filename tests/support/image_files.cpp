#include "support/image_files.h"

#include <png.h>
#include <turbojpeg.h>

#include <memory>
#include <stdexcept>

namespace pauc::test {

namespace {

void append(png_structp png, png_bytep bytes, std::size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

int format_of(JpegPicture::Colour colour) {
  if (colour == JpegPicture::Colour::grey) return TJPF_GRAY;
  return colour == JpegPicture::Colour::rgb ? TJPF_RGB : TJPF_CMYK;
}

std::vector<std::uint8_t> repeated(const std::vector<std::uint8_t>& colour, int times) {
  std::vector<std::uint8_t> bytes;
  for (int k = 0; k < times; ++k) bytes.insert(bytes.end(), colour.begin(), colour.end());
  return bytes;
}

}  // namespace

std::string png_of(const PngPicture& picture) {
  std::string file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &file, append, nullptr);
  png_set_IHDR(png, info, picture.width, picture.height, picture.depth, static_cast<int>(picture.colour),
               picture.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> colours;
  for (std::size_t k = 0; k + 2 < picture.palette.size(); k += 3) {
    colours.push_back({picture.palette[k], picture.palette[k + 1], picture.palette[k + 2]});
  }
  if (!colours.empty()) png_set_PLTE(png, info, colours.data(), static_cast<int>(colours.size()));
  if (!picture.transparency.empty()) {
    png_set_tRNS(png, info, picture.transparency.data(), static_cast<int>(picture.transparency.size()), nullptr);
  }
  png_write_info(png, info);
  const std::size_t row_bytes = picture.bytes.size() / picture.height;
  std::vector<png_bytep> rows;
  for (int y = 0; y < picture.height; ++y)
    rows.push_back(const_cast<std::uint8_t*>(picture.bytes.data()) + y * row_bytes);
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return file;
}

std::string jpeg_of(const JpegPicture& picture) {
  const std::unique_ptr<void, int (*)(tjhandle)> handle(tjInitCompress(), tjDestroy);
  unsigned char* bytes = nullptr;
  unsigned long count = 0;
  constexpr int kQuality = 95;
  const int sampling = picture.colour == JpegPicture::Colour::grey ? TJSAMP_GRAY : TJSAMP_444;
  const int code =
      tjCompress2(handle.get(), picture.bytes.data(), picture.width, 0, picture.height, format_of(picture.colour),
                  &bytes, &count, sampling, kQuality, picture.progressive ? TJFLAG_PROGRESSIVE : 0);
  if (code != 0) throw std::runtime_error(tjGetErrorStr2(handle.get()));
  std::string file(reinterpret_cast<const char*>(bytes), count);
  tjFree(bytes);
  return file;
}

std::string plain_png(int width, int height, std::vector<std::uint8_t> colour) {
  PngPicture picture;
  picture.width = width;
  picture.height = height;
  picture.colour = colour.size() == 1 ? PngPicture::Colour::grey : PngPicture::Colour::rgb;
  picture.bytes = repeated(colour, width * height);
  return png_of(picture);
}

std::string plain_jpeg(int width, int height, std::vector<std::uint8_t> colour) {
  JpegPicture picture;
  picture.width = width;
  picture.height = height;
  picture.colour = colour.size() == 1 ? JpegPicture::Colour::grey : JpegPicture::Colour::rgb;
  picture.bytes = repeated(colour, width * height);
  return jpeg_of(picture);
}

std::string png_head(std::uint32_t width, std::uint32_t height) {
  std::string file = plain_png(1, 1);
  for (int k = 0; k < 4; ++k) {
    file[16 + k] = static_cast<char>(width >> (24 - 8 * k));
    file[20 + k] = static_cast<char>(height >> (24 - 8 * k));
  }
  return file;
}

}  // namespace pauc::test
