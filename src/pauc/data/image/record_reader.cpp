#include "pauc/data/image/record_reader.h"

#include "pauc/core/error.h"
#include "pauc/data/image/size.h"

namespace pauc {

ImageSize parse_record_size(const std::string& text) {
  std::vector<std::int64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sizes.push_back(parse_side(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  const ImageSize size = sizes.size() == 3 ? ImageSize{sizes[0], sizes[1], sizes[2]} : ImageSize{};
  require_usage(is_known_size(size), "records: expected channels (1 or 3), height and width (1 to ", kLargestImageSide,
                ") such as 3x32x32, got \"", text, '"');
  return size;
}

RecordReader::RecordReader(const std::string& path, const RecordLayout& layout)
    : source_(path), layout_(layout), record_(static_cast<std::size_t>(layout.bytes())) {}

bool RecordReader::next() {
  const std::size_t have = source_.fill(reinterpret_cast<char*>(record_.data()), record_.size());
  if (have == 0) {
    require(number_ > 0, source_.name(), ": expected records of ", record_.size(), " bytes, got none");
    return false;
  }
  ++number_;
  if (have < record_.size()) {
    fail(Fault::data, place(), ": expected ", record_.size(), " bytes, got ", have, ": the file is cut off, or its ",
         "images are not of ", image_size_text(layout_.size));
  }
  return true;
}

void RecordReader::append_image(std::vector<std::uint8_t>& images) const {
  const std::int64_t channels = layout_.size.channels;
  const std::int64_t pixels = layout_.size.height * layout_.size.width;
  const std::size_t begin = images.size();
  images.resize(begin + static_cast<std::size_t>(layout_.size.bytes()));
  const std::uint8_t* from = record_.data() + layout_.labels;
  for (std::int64_t c = 0; c < channels; ++c) {
    std::uint8_t* to = images.data() + begin + c;
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel, to += channels) *to = *from++;
  }
}

}  // namespace pauc
