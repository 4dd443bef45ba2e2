#include "pauc/data/image/size.h"

#include <algorithm>
#include <charconv>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kUsualSide = 64;
constexpr std::int64_t kSmallestSide = 8;

std::string sides_text(const ImageFacts& facts) { return joined(facts.height, "x", facts.width); }

ImageSize asked_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  ImageSize size;
  size.height = parse_side(std::string_view(text).substr(0, cross));
  size.width = cross == std::string::npos ? size.height : parse_side(std::string_view(text).substr(cross + 1));
  const auto allowed = [](std::int64_t side) { return side >= kSmallestSide && side <= kLargestImageSide; };
  require_usage(allowed(size.height) && allowed(size.width), "image_size: expected auto, a side of ", kSmallestSide,
                " to ", kLargestImageSide, " pixels, or height x width as in 48x64, got \"", text, '"');
  return size;
}

ImageSize usual_size(const ImageFilesFacts& facts, std::vector<std::string>& notes) {
  ImageSize size{0, facts.largest.height, facts.largest.width};
  if (facts.same_size && std::max(size.height, size.width) <= kUsualSide) return size;
  const std::string to = facts.same_size ? "" : " to " + sides_text(facts.largest);
  notes.push_back(joined("images of ", sides_text(facts.smallest), to, " pixels are resized to ", kUsualSide, "x",
                         kUsualSide, "; image_size sets another size"));
  size.height = size.width = kUsualSide;
  return size;
}

std::int64_t asked_channels(const DataOptions& options, const ImageFilesFacts& facts) {
  if (options.image_channels == ImageChannels::automatic) return facts.all_grey ? 1 : 3;
  return options.image_channels == ImageChannels::grey ? 1 : 3;
}

}  // namespace

std::int64_t parse_side(std::string_view text) {
  std::int64_t side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  return error == std::errc() && end == text.data() + text.size() ? side : 0;
}

ImageSize chosen_image_size(const DataOptions& options, const ImageFilesFacts& facts, std::vector<std::string>& notes) {
  ImageSize size = options.image_size == "auto" ? usual_size(facts, notes) : asked_size(options.image_size);
  size.channels = asked_channels(options, facts);
  return size;
}

}  // namespace pauc
