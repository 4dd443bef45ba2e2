#include "pauc/data/image/png.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t kHeadBytes = 33;  // signature and first chunk

std::int64_t big_endian(std::string_view bytes) {
  std::int64_t number = 0;
  for (const char byte : bytes) number = 256 * number + static_cast<unsigned char>(byte);
  return number;
}

// Everything that libpng's jumps must not pass over, made before and destroyed after them.
struct Reading {
  std::string_view left;
  char reason[128] = "";
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<std::uint8_t> bytes;
  std::vector<png_bytep> rows;

  Reading() = default;
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void stop(png_structp png, png_const_charp reason) {
  auto* reading = static_cast<Reading*>(png_get_error_ptr(png));
  std::strncpy(reading->reason, reason, sizeof reading->reason - 1);
  std::longjmp(png_jmpbuf(png), 1);
}

void pass_over(png_structp /*png*/, png_const_charp /*warning*/) {}

void take_bytes(png_structp png, png_bytep out, std::size_t count) {
  auto* reading = static_cast<Reading*>(png_get_io_ptr(png));
  if (count > reading->left.size()) png_error(png, "the data end too early");
  std::memcpy(out, reading->left.data(), count);
  reading->left.remove_prefix(count);
}

// The two stages between which the buffer is made. Nothing in them has a destructor: a jump would leave it out.
bool read_head(Reading& reading) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_set_read_fn(reading.png, &reading, take_bytes);
  png_read_info(reading.png, reading.info);
  png_set_expand(reading.png);
  png_set_scale_16(reading.png);
  png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  return true;
}

bool read_pixels(Reading& reading) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_read_image(reading.png, reading.rows.data());
  png_read_end(reading.png, nullptr);
  return true;
}

// In place: what is read lies never before what is written.
void lay_over_white(std::vector<std::uint8_t>& bytes, std::int64_t pixels, std::int64_t channels) {
  constexpr int kWhite = 255;
  for (std::int64_t k = 0; k < pixels; ++k) {
    const std::uint8_t* const from = &bytes[k * (channels + 1)];
    const int opacity = from[channels];
    for (std::int64_t c = 0; c < channels; ++c) {
      const int value = from[c] * opacity + kWhite * (kWhite - opacity);
      bytes[k * channels + c] = static_cast<std::uint8_t>((value + kWhite / 2) / kWhite);
    }
  }
  bytes.resize(pixels * channels);
}

}  // namespace

bool is_png(std::string_view head) { return head.substr(0, kSignature.size()) == kSignature; }

ImageFacts png_facts(std::string_view head, const std::string& name) {
  require(head.size() >= kHeadBytes, name, ": the PNG data end too early: the file is truncated");
  require(head.substr(12, 4) == "IHDR", name, ": the PNG data are damaged (no header in front)");
  ImageFacts facts;
  facts.width = big_endian(head.substr(16, 4));
  facts.height = big_endian(head.substr(20, 4));
  facts.grey = head[25] == PNG_COLOR_TYPE_GRAY || head[25] == PNG_COLOR_TYPE_GRAY_ALPHA;
  require_possible_sides(facts.height, facts.width, name);
  return facts;
}

DecodedImage decode_png(std::string_view file, const std::string& name) {
  const ImageFacts facts = png_facts(file, name);
  Reading reading;
  reading.left = file;
  const auto refuse = [&] { fail(Fault::data, name, ": the PNG data are damaged (", printable(reading.reason), ")"); };
  reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, stop, pass_over);
  if (reading.png != nullptr) reading.info = png_create_info_struct(reading.png);
  if (reading.info == nullptr || !read_head(reading)) refuse();
  const std::int64_t channels = png_get_channels(reading.png, reading.info);
  const std::int64_t row_bytes = facts.width * channels;
  if (row_bytes != static_cast<std::int64_t>(png_get_rowbytes(reading.png, reading.info))) refuse();
  reading.bytes.resize(facts.height * row_bytes);
  for (std::int64_t row = 0; row < facts.height; ++row) reading.rows.push_back(&reading.bytes[row * row_bytes]);
  if (!read_pixels(reading)) refuse();
  DecodedImage image;
  image.size = {channels < 3 ? 1 : 3, facts.height, facts.width};
  if (channels > image.size.channels) lay_over_white(reading.bytes, facts.height * facts.width, image.size.channels);
  image.bytes = std::move(reading.bytes);
  return image;
}

}  // namespace pauc
