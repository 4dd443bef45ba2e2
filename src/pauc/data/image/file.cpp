#include "pauc/data/image/file.h"

#include <sys/stat.h>

#include <algorithm>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/io/cannot_open.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/text/lower_case.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/image/jpeg.h"
#include "pauc/data/image/png.h"
#include "pauc/data/image/resize.h"

namespace pauc {

namespace {

constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kLargestFile = std::int64_t{1} << 30;

// Looked at before it is opened: a pipe would wait for somebody to write.
std::int64_t size_of(const ImageFile& file) {
  struct stat facts {};
  if (stat(file.path.c_str(), &facts) != 0) cannot_open(file.name());
  if (S_ISDIR(facts.st_mode)) fail(Fault::no_input, file.name(), ": expected an image file, got a folder");
  if (!S_ISREG(facts.st_mode)) fail(Fault::no_input, file.name(), ": expected an image file, got a device or pipe");
  if (facts.st_size > kLargestFile) {
    fail(Fault::data, file.name(), ": expected an image file of at most ", kLargestFile, " bytes, got ",
         static_cast<std::int64_t>(facts.st_size));
  }
  return facts.st_size;
}

std::string first_bytes(const ImageFile& file, std::size_t most) {
  std::string bytes(std::min(most, static_cast<std::size_t>(size_of(file))), '\0');
  bytes.resize(FileReader(file.path, file.name()).fill(bytes.data(), bytes.size()));
  return bytes;
}

[[noreturn]] void refuse_other(std::string_view head, const std::string& name) {
  constexpr std::size_t kShown = 16;
  fail(Fault::data, name, ": expected a PNG or JPEG image, got ",
       head.empty() ? "an empty file" : "a file that begins with " + shown(printable(head.substr(0, kShown))));
}

}  // namespace

bool has_image_name(std::string_view path) {
  const std::string name = lower_case(path);
  const auto ends_with = [&](std::string_view end) {
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  return ends_with(".png") || ends_with(".jpg") || ends_with(".jpeg");
}

ImageFacts read_image_facts(const ImageFile& file) {
  for (const std::size_t most : {std::size_t{4096}, std::size_t{65536}, kWhole}) {
    const std::string head = first_bytes(file, most);
    if (is_png(head)) return png_facts(head, file.name());
    if (!is_jpeg(head)) refuse_other(head, file.name());
    if (const auto facts = jpeg_facts(head, file.name())) return *facts;
  }
  fail(Fault::data, file.name(), ": the JPEG data end too early: the file is truncated");
}

DecodedImage decode_image(std::string_view bytes, const ImageSize& wanted, const std::string& name) {
  if (is_png(bytes)) return with_channels(decode_png(bytes, name), wanted.channels);
  if (!is_jpeg(bytes)) refuse_other(bytes, name);
  return decode_jpeg(bytes, wanted, name);
}

void read_image(const ImageFile& file, const ImageSize& size, std::uint8_t* out) {
  resize(decode_image(first_bytes(file, kWhole), size, file.name()), size, out);
}

}  // namespace pauc
