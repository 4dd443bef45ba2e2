#include "pauc/data/image/resize.h"

#include <algorithm>
#include <cmath>

namespace pauc {

namespace {

constexpr int kFractionBits = 22;  // of a weight: 8 more for a byte fit an int

// The pixels that one side's new pixels are made of.
struct Weights {
  std::vector<std::int64_t> first;  // [new]
  std::vector<std::int64_t> count;  // [new]
  std::int64_t most = 0;            // of count
  std::vector<std::int32_t> parts;  // [new, most], in units of 2^-kFractionBits
};

Weights weights_of(std::int64_t from, std::int64_t to) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  const double support = std::max(scale, 1.0);
  Weights weights;
  weights.most = static_cast<std::int64_t>(std::ceil(support)) * 2 + 1;
  weights.parts.resize(to * weights.most);
  std::vector<double> triangle(weights.most);
  for (std::int64_t k = 0; k < to; ++k) {
    const double centre = (static_cast<double>(k) + 0.5) * scale;
    const auto first = std::max<std::int64_t>(static_cast<std::int64_t>(centre - support + 0.5), 0);
    const auto end = std::min(static_cast<std::int64_t>(centre + support + 0.5), from);
    double sum = 0;
    for (std::int64_t x = first; x < end; ++x) {
      const double distance = std::abs((static_cast<double>(x) - centre + 0.5) / support);
      triangle[x - first] = std::max(1 - distance, 0.0);
      sum += triangle[x - first];
    }
    for (std::int64_t x = 0; x < end - first; ++x) {
      weights.parts[k * weights.most + x] = static_cast<std::int32_t>(0.5 + triangle[x] / sum * (1 << kFractionBits));
    }
    weights.first.push_back(first);
    weights.count.push_back(end - first);
  }
  return weights;
}

constexpr std::int32_t kHalf = 1 << (kFractionBits - 1);

std::uint8_t rounded(std::int32_t sum) { return static_cast<std::uint8_t>(std::min(sum >> kFractionBits, 255)); }

template <int kChannels>
void resize_row(const std::uint8_t* row, const Weights& weights, std::uint8_t* out) {
  const auto width = static_cast<std::int64_t>(weights.first.size());
  for (std::int64_t k = 0; k < width; ++k) {
    const std::uint8_t* from = row + weights.first[k] * kChannels;
    const std::int32_t* part = &weights.parts[k * weights.most];
    std::int32_t sums[kChannels];
    std::fill(sums, sums + kChannels, kHalf);
    for (std::int64_t x = 0; x < weights.count[k]; ++x) {
      for (int c = 0; c < kChannels; ++c) sums[c] += part[x] * from[x * kChannels + c];
    }
    for (int c = 0; c < kChannels; ++c) out[k * kChannels + c] = rounded(sums[c]);
  }
}

// [height, row bytes] -> [new height, row bytes]
void resize_columns(const std::uint8_t* from, std::int64_t row_bytes, const Weights& weights, std::uint8_t* out) {
  std::vector<std::int32_t> sums(row_bytes);
  const auto height = static_cast<std::int64_t>(weights.first.size());
  for (std::int64_t k = 0; k < height; ++k) {
    std::fill(sums.begin(), sums.end(), kHalf);
    for (std::int64_t y = 0; y < weights.count[k]; ++y) {
      const std::int32_t part = weights.parts[k * weights.most + y];
      const std::uint8_t* const row = from + (weights.first[k] + y) * row_bytes;
      for (std::int64_t b = 0; b < row_bytes; ++b) sums[b] += part * row[b];
    }
    for (std::int64_t b = 0; b < row_bytes; ++b) out[k * row_bytes + b] = rounded(sums[b]);
  }
}

}  // namespace

void resize(const DecodedImage& image, const ImageSize& size, std::uint8_t* out) {
  const ImageSize& from = image.size;
  const std::vector<std::uint8_t>* rows = &image.bytes;
  std::vector<std::uint8_t> narrowed;
  if (from.width != size.width) {
    narrowed.resize(from.height * size.width * size.channels);
    const Weights weights = weights_of(from.width, size.width);
    for (std::int64_t y = 0; y < from.height; ++y) {
      const std::uint8_t* const row = &image.bytes[y * from.width * size.channels];
      std::uint8_t* const to = &narrowed[y * size.width * size.channels];
      size.channels == 1 ? resize_row<1>(row, weights, to) : resize_row<3>(row, weights, to);
    }
    rows = &narrowed;
  }
  if (from.height == size.height) {
    std::copy(rows->begin(), rows->end(), out);
  } else {
    resize_columns(rows->data(), size.width * size.channels, weights_of(from.height, size.height), out);
  }
}

}  // namespace pauc
