#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"
#include "pauc/data/image/images.h"

namespace pauc {

// Ways to vary training images at random: "crop,flip", "crop", "flip" or "none" as text.
struct ImageVariations {
  bool crop = true;
  bool flip = true;
};

std::string setting_text(const ImageVariations& variations);
void read_setting(ImageVariations& variations, const std::string& text, const std::string& where);

template <>
inline std::string setting_type<ImageVariations>() {
  return "crop,flip|crop|flip|none";
}

// How training images are varied at random, so that a network learns what does not depend on place and side.
struct AugmentationOptions {
  ImageVariations augment;
  std::int64_t crop_pad = 4;
};

inline const Fields<AugmentationOptions> kAugmentationFields = {
    {"augment", &AugmentationOptions::augment, "how training images are varied: crop, flip, both with a comma, none"},
    {"crop_pad", &AugmentationOptions::crop_pad, "crop: pixels of black around an image, out of which it is cut"},
};

struct Augmentation {
  std::int64_t pad = 0;  // cut out of the image with so many black pixels around it; 0: not cut
  bool flip = false;     // left and right exchanged in every second image
};
// Refuses other words, and a border as wide as the images.
Augmentation augmentation_of(const AugmentationOptions& options, const ImageSize& size);

// How bytes become numbers for a model, value = (byte / 255 - mean) / deviation: learnt from the training images, kept
// in the model card.
struct ImageEncoding {
  ImageSize size;
  std::vector<double> mean;       // [channels]
  std::vector<double> deviation;  // [channels]; 1 for a channel that is always the same
};

std::string image_encoding_json(const ImageEncoding& encoding);  // reads back to the same bits
ImageEncoding image_encoding_from_json(const std::string& text, const std::string& where);  // refuses what does not fit

// Exact, and so the same for any number of threads.
ImageEncoding fit_image_encoding(const Images& images, Span<const std::int64_t> train_rows, int threads);

// out: [rows, height, width, channels]. `noise` draws the augmentation, null: images as they are. What is drawn does
// not depend on the number of threads.
void encode_images(const Images& images, Span<const std::int64_t> rows, const ImageEncoding& encoding,
                   const Augmentation& augmentation, Random* noise, int threads, float* out);

}  // namespace pauc
