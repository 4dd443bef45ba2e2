#include "pauc/data/image/jpeg.h"

#include <turbojpeg.h>

#include <memory>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

constexpr int kStart = 0xD8;
constexpr int kEnd = 0xD9;
constexpr int kScan = 0xDA;

struct Destroy {
  void operator()(void* handle) const { tjDestroy(handle); }
};
using Handle = std::unique_ptr<void, Destroy>;

int byte_at(std::string_view bytes, std::size_t place) { return static_cast<unsigned char>(bytes[place]); }
int pair_at(std::string_view bytes, std::size_t place) {
  return 256 * byte_at(bytes, place) + byte_at(bytes, place + 1);
}

bool has_no_length(int marker) { return marker == 0x01 || (marker >= 0xD0 && marker <= kStart); }

// SOF0 .. SOF15 less three that are something else: Huffman tables, a reserved one, arithmetic coding.
bool is_frame(int marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// A segment: marker, length (two bytes), precision, height (two), width (two), components.
ImageFacts frame_facts(std::string_view segment, const std::string& name) {
  const int components = byte_at(segment, 8);
  require(components == 1 || components == 3, name, ": expected a grey or colour image, got a JPEG image of ",
          components, components == 4 ? " colours (CMYK)" : " components");
  ImageFacts facts;
  facts.height = pair_at(segment, 4);
  facts.width = pair_at(segment, 6);
  facts.grey = components == 1;
  require_possible_sides(facts.height, facts.width, name);
  return facts;
}

// Of the scales between these (3/8, 3/4, ...) none but 5/8 was measured to be quicker than the next larger one.
ImageSize scaled_size(const ImageFacts& facts, const ImageSize& wanted) {
  int count = 0;
  const tjscalingfactor* const factors = tjGetScalingFactors(&count);
  ImageSize best{wanted.channels, facts.height, facts.width};
  for (int k = 0; k < count; ++k) {
    const std::int64_t height = TJSCALED(facts.height, factors[k]);
    const std::int64_t width = TJSCALED(facts.width, factors[k]);
    const bool large_enough = height >= wanted.height && width >= wanted.width;
    if (factors[k].num == 1 && large_enough && height <= best.height) best = {wanted.channels, height, width};
  }
  return best;
}

// The decoder goes on after what it calls a warning, with grey where data are missing. Few of them mean no harm; the
// last one is told.
bool harmless(void* handle) {
  const std::string_view reason = tjGetErrorStr2(handle);
  for (const char* known :
       {"Unknown Adobe color transform", "Warning: unknown JFIF revision", "Invalid SOS parameters"}) {
    if (reason.find(known) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

bool is_jpeg(std::string_view head) {
  return head.size() >= 3 && byte_at(head, 0) == 0xFF && byte_at(head, 1) == kStart && byte_at(head, 2) == 0xFF;
}

std::optional<ImageFacts> jpeg_facts(std::string_view head, const std::string& name) {
  constexpr std::size_t kFrameBytes = 9;
  std::size_t place = 2;
  while (place + kFrameBytes < head.size()) {
    require(byte_at(head, place) == 0xFF, name, ": the JPEG data are damaged (no marker at byte ", place, ")");
    const int marker = byte_at(head, ++place);
    if (marker == 0xFF) continue;  // filling
    if (is_frame(marker)) return frame_facts(head.substr(place), name);
    require(marker != kScan && marker != kEnd, name, ": the JPEG data are damaged (no frame before the pixels)");
    place += has_no_length(marker) ? 1 : 1 + pair_at(head, place + 1);
  }
  return std::nullopt;
}

DecodedImage decode_jpeg(std::string_view file, const ImageSize& wanted, const std::string& name) {
  const auto facts = jpeg_facts(file, name);
  require(facts.has_value(), name, ": the JPEG data end too early: the file is truncated");
  const Handle handle(tjInitDecompress());
  if (!handle) fail(Fault::failed_run, name, ": cannot decode JPEG: ", tjGetErrorStr2(nullptr));
  DecodedImage image;
  image.size = scaled_size(*facts, wanted);
  image.bytes.resize(image.size.bytes());
  const int format = wanted.channels == 1 ? TJPF_GRAY : TJPF_RGB;
  const int code =
      tjDecompress2(handle.get(), reinterpret_cast<const unsigned char*>(file.data()), file.size(), image.bytes.data(),
                    static_cast<int>(image.size.width), static_cast<int>(image.size.width * wanted.channels),
                    static_cast<int>(image.size.height), format, TJFLAG_LIMITSCANS);
  require(code == 0 || harmless(handle.get()), name, ": the JPEG data are damaged (",
          printable(tjGetErrorStr2(handle.get())), ")");
  return image;
}

}  // namespace pauc
