#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"
#include "pauc/data/image/images.h"
#include "pauc/data/shared_rows.h"

namespace pauc {

/// Ways to vary training images at random. As text: "crop,flip", "crop", "flip" or "none".
struct ImageVariations {
  /// Crop from the image with a black border.
  bool crop = true;
  /// Flip half of the images, chosen at random, left to right.
  bool flip = true;
};

/// The variations as text.
std::string setting_text(const ImageVariations& variations);
/// Reads the variations and refuses other text; `where` names the option.
void read_setting(ImageVariations& variations, const std::string& text, const std::string& where);

/// The values that `--help` shows.
template <>
inline std::string setting_type<ImageVariations>() {
  return "crop,flip|crop|flip|none";
}

/// How training images are augmented, so that a network learns features that do not depend on position and orientation.
struct AugmentationOptions {
  /// Random variations of each image.
  ImageVariations augment;
  /// Width in pixels of the black border from which images are cropped.
  std::int64_t crop_pad = 4;
};

/// Names and descriptions of the options.
inline const Fields<AugmentationOptions> kAugmentationFields = {
    {"augment", &AugmentationOptions::augment,
     "random variations of training images: crop, flip, both separated by a comma, or none"},
    {"crop_pad", &AugmentationOptions::crop_pad, "width in pixels of the black border that is added before a crop"},
};

/// Augmentation for images of a known size.
struct Augmentation {
  /// Width of the black border that is added before a crop; 0: no crop.
  std::int64_t pad = 0;
  /// Whether half of the images, chosen at random, are flipped left to right.
  bool flip = false;
};

/// Refuses a border as wide as the images.
Augmentation augmentation_of(const AugmentationOptions& options, const ImageSize& size);

/// How bytes become numbers for a model, value = (byte / 255 - mean) / deviation: learnt from the training images and
/// stored in the model card.
struct ImageEncoding {
  /// Size of the images.
  ImageSize size;
  /// Mean of each channel.
  std::vector<double> mean;
  /// Standard deviation of each channel; 1 for a constant channel.
  std::vector<double> deviation;
};

/// The encoding as JSON; numbers are read back to the same bits.
std::string image_encoding_json(const ImageEncoding& encoding);
/// Reads what image_encoding_json() wrote and refuses anything else; `where` names the source in error messages.
ImageEncoding image_encoding_from_json(const std::string& text, const std::string& where);

/// Fits an encoding to the training images, of which `train_rows` are here. The sums are exact, so the result does not
/// depend on the number of threads, nor on that of the processes that share the images.
ImageEncoding fit_image_encoding(const Images& images, Span<const std::int64_t> train_rows, int threads,
                                 const SharedRows& shared = {});

/// Writes the encoded images to `out`: [rows, height, width, channels].
///
/// `noise` draws the augmentation; if it is null, images are not augmented. The draws do not depend on the number of
/// threads.
void encode_images(const Images& images, Span<const std::int64_t> rows, const ImageEncoding& encoding,
                   const Augmentation& augmentation, Random* noise, int threads, float* out);

}  // namespace pauc
