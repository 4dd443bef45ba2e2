#pragma once

#include <string>
#include <vector>

#include "pauc/data/image/file.h"
#include "pauc/data/image/images.h"

namespace pauc {

// Summary of the headers of all image files.
struct ImageFilesFacts {
  ImageFacts smallest;  // by pixels
  ImageFacts largest;
  bool same_size = true;
  bool all_grey = true;
};

// Reads the header of every file. Refuses the first file that is missing, is not an image or has an impossible size.
ImageFilesFacts read_image_files_facts(const std::vector<ImageFile>& files, int threads);

struct ImageStoreOptions {
  int threads = 1;          // number that decode images in advance
  std::int64_t memory = 0;  // bytes of decoded images to keep
};

// The images of these files at one size. If all of them fit in memory, they are decoded in advance, otherwise on
// demand.
Images images_from_files(std::vector<ImageFile> files, const ImageSize& size, const ImageStoreOptions& options);

}  // namespace pauc
