#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/image/images.h"

namespace pauc::test {

// A record: these labels, then an image whose byte at (channel, pixel) is seed + 100 channel + pixel, channel by
// channel.
inline std::string record_of(const std::vector<int>& labels, const ImageSize& size, int seed) {
  std::string record;
  for (const int label : labels) record += static_cast<char>(label);
  for (std::int64_t c = 0; c < size.channels; ++c) {
    for (std::int64_t pixel = 0; pixel < size.height * size.width; ++pixel) {
      record += static_cast<char>(seed + 100 * c + pixel);
    }
  }
  return record;
}

// One record a label, with seeds 0, 1, ...
inline std::string records_of(const std::vector<int>& labels, const ImageSize& size) {
  std::string records;
  for (std::size_t k = 0; k < labels.size(); ++k) records += record_of({labels[k]}, size, static_cast<int>(k));
  return records;
}

inline std::vector<int> bytes_at(const Images& images, std::int64_t row) {
  const ImageBytes image = images.at(row);
  return {image.get(), image.get() + images.size.bytes()};
}

}  // namespace pauc::test
