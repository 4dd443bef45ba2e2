#include "pauc/data/image/encoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/comma_list.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostPad = 64;
constexpr std::int64_t kByteValues = 256;

// How often each byte was met.
using Histogram = std::array<std::int64_t, kByteValues>;

void count_bytes(const std::uint8_t* image, const ImageSize& size, std::vector<Histogram>& histograms) {
  const std::int64_t pixels = size.height * size.width;
  for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
    for (std::int64_t c = 0; c < size.channels; ++c) ++histograms[c][*image++];
  }
}

struct Moments {
  double mean = 0;
  double deviation = 1;
};

Moments moments_of(const Histogram& histogram) {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  for (std::int64_t byte = 0; byte < kByteValues; ++byte) {
    count += histogram[byte];
    sum += byte * histogram[byte];
  }
  const double mean = static_cast<double>(sum) / static_cast<double>(count);
  double squares = 0;
  for (std::int64_t byte = 0; byte < kByteValues; ++byte) {
    const double distance = static_cast<double>(byte) - mean;
    squares += static_cast<double>(histogram[byte]) * distance * distance;
  }
  const double deviation = std::sqrt(squares / static_cast<double>(count));
  return {mean / 255, deviation > 0 ? deviation / 255 : 1};
}

// Where an image is cut out of its black surroundings; (pad, pad) is the image itself.
struct Variation {
  std::int64_t top = 0;
  std::int64_t left = 0;
  bool flipped = false;
};

std::vector<Variation> draw_variations(std::int64_t images, const Augmentation& augmentation, Random* noise) {
  std::vector<Variation> variations(static_cast<std::size_t>(images), {augmentation.pad, augmentation.pad, false});
  if (noise == nullptr) return variations;
  const auto places = static_cast<std::uint32_t>(2 * augmentation.pad + 1);
  for (Variation& variation : variations) {
    if (augmentation.pad > 0) {
      variation.top = noise->below(places);
      variation.left = noise->below(places);
    }
    if (augmentation.flip) variation.flipped = noise->below(2) == 1;
  }
  return variations;
}

// Bytes to numbers, by a table for each channel. Channels is a constant so that the loop over them is none.
template <int Channels>
class ImageEncoder {
 public:
  ImageEncoder(const ImageEncoding& encoding, const Augmentation& augmentation)
      : height_(encoding.size.height), width_(encoding.size.width), pad_(augmentation.pad) {
    for (int c = 0; c < Channels; ++c) {
      for (std::int64_t byte = 0; byte < kByteValues; ++byte) {
        numbers_[c][byte] =
            static_cast<float>((static_cast<double>(byte) / 255 - encoding.mean[c]) / encoding.deviation[c]);
      }
    }
    black_.resize(static_cast<std::size_t>(width_ * Channels));
    for (std::size_t k = 0; k < black_.size(); ++k) black_[k] = numbers_[k % Channels][0];
  }

  void encode(const std::uint8_t* image, const Variation& variation, float* out) const {
    const std::int64_t down = variation.top - pad_;
    const std::int64_t right = variation.left - pad_;
    for (std::int64_t y = 0; y < height_; ++y, out += width_ * Channels) {
      const std::int64_t row = y + down;
      if (row < 0 || row >= height_) {
        std::copy(black_.begin(), black_.end(), out);
      } else {
        encode_row(image + row * width_ * Channels, right, variation.flipped, out);
      }
    }
  }

 private:
  void encode_row(const std::uint8_t* row, std::int64_t right, bool flipped, float* out) const {
    const std::int64_t first = std::max<std::int64_t>(0, -right);
    const std::int64_t last = std::min(width_, width_ - right);
    const std::uint8_t* from = row + (first + right) * Channels;
    if (last - first < width_) std::copy(black_.begin(), black_.end(), out);
    if (flipped) {
      for (std::int64_t x = first; x < last; ++x, from += Channels)
        encode_pixel(from, out + (width_ - 1 - x) * Channels);
    } else {
      for (std::int64_t x = first; x < last; ++x, from += Channels) encode_pixel(from, out + x * Channels);
    }
  }

  void encode_pixel(const std::uint8_t* from, float* out) const {
    for (int c = 0; c < Channels; ++c) out[c] = numbers_[c][from[c]];
  }

  std::int64_t height_, width_, pad_;
  std::array<std::array<float, kByteValues>, Channels> numbers_;
  std::vector<float> black_;  // a row of the border
};

template <int Channels>
void encode_by(const ImageEncoder<Channels>& encoder, const Images& images, Span<const std::int64_t> rows,
               const std::vector<Variation>& variations, int threads, float* out) {
  parallel_for(rows.size(), threads, [&](std::int64_t k) {
    const ImageBytes image = images.at(rows[k]);
    encoder.encode(image.get(), variations[k], out + k * images.size.bytes());
  });
}

}  // namespace

std::string setting_text(const ImageVariations& variations) {
  if (!variations.crop && !variations.flip) return "none";
  if (variations.crop && variations.flip) return "crop,flip";
  return variations.crop ? "crop" : "flip";
}

void read_setting(ImageVariations& variations, const std::string& text, const std::string& where) {
  variations = {false, false};
  if (text == "none") return;
  for (const auto word : comma_parts(text)) {
    bool* const variation = word == "crop" ? &variations.crop : word == "flip" ? &variations.flip : nullptr;
    require_usage(variation != nullptr && !*variation, where, ": expected crop, flip, crop,flip or none, got \"", text,
                  '"');
    *variation = true;
  }
}

Augmentation augmentation_of(const AugmentationOptions& options, const ImageSize& size) {
  Augmentation augmentation;
  augmentation.flip = options.augment.flip;
  require_usage(options.crop_pad >= 0 && options.crop_pad <= kMostPad, "crop_pad: expected pixels from 0 to ", kMostPad,
                ", got ", options.crop_pad);
  if (!options.augment.crop) return augmentation;
  augmentation.pad = options.crop_pad;
  require_usage(augmentation.pad < std::min(size.height, size.width),
                "crop_pad: expected less than the sides of images of ", image_size_text(size), ", got ",
                augmentation.pad, "; augment flip or none needs no border");
  return augmentation;
}

ImageEncoding fit_image_encoding(const Images& images, Span<const std::int64_t> train_rows, int threads,
                                 const SharedRows& shared) {
  constexpr std::int64_t kRowsAtOnce = 64;
  const ImageSize& size = images.size;
  require(shared.sum || !train_rows.empty(), "images: expected some to learn from, got none");
  std::vector<Histogram> histograms(static_cast<std::size_t>(size.channels), Histogram{});
  std::mutex adding;
  parallel_for((train_rows.size() + kRowsAtOnce - 1) / kRowsAtOnce, threads, [&](std::int64_t piece) {
    std::vector<Histogram> own(histograms.size(), Histogram{});
    const std::int64_t end = std::min(train_rows.size(), (piece + 1) * kRowsAtOnce);
    for (std::int64_t k = piece * kRowsAtOnce; k < end; ++k) {
      count_bytes(images.at(train_rows[k]).get(), size, own);
    }
    const std::lock_guard<std::mutex> lock(adding);
    for (std::size_t c = 0; c < own.size(); ++c) {
      for (std::int64_t byte = 0; byte < kByteValues; ++byte) histograms[c][byte] += own[c][byte];
    }
  });
  if (shared.sum) {
    for (Histogram& histogram : histograms) shared.sum({histogram.data(), static_cast<std::int64_t>(histogram.size())});
  }
  ImageEncoding encoding;
  encoding.size = size;
  for (const Histogram& histogram : histograms) {
    const Moments moments = moments_of(histogram);
    encoding.mean.push_back(moments.mean);
    encoding.deviation.push_back(moments.deviation);
  }
  return encoding;
}

void encode_images(const Images& images, Span<const std::int64_t> rows, const ImageEncoding& encoding,
                   const Augmentation& augmentation, Random* noise, int threads, float* out) {
  require(images.size == encoding.size, "images: expected images of ", image_size_text(encoding.size), ", got ",
          image_size_text(images.size));
  const auto variations = draw_variations(rows.size(), augmentation, noise);
  if (images.size.channels == 1) {
    encode_by(ImageEncoder<1>(encoding, augmentation), images, rows, variations, threads, out);
  } else {
    encode_by(ImageEncoder<3>(encoding, augmentation), images, rows, variations, threads, out);
  }
}

}  // namespace pauc
