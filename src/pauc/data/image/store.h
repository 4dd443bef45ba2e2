#pragma once

#include <string>
#include <vector>

#include "pauc/data/image/file.h"
#include "pauc/data/image/images.h"

namespace pauc {

// What the heads of all files say together.
struct ImageFilesFacts {
  ImageFacts smallest;  // by pixels
  ImageFacts largest;
  bool same_size = true;
  bool all_grey = true;
};

// Looks at every file's head; refuses the first, by its place, that is missing, no image or of an impossible size.
ImageFilesFacts read_image_files_facts(const std::vector<ImageFile>& files, int threads);

struct ImageStoreOptions {
  int threads = 1;          // to decode those that are kept from the start
  std::int64_t memory = 0;  // bytes for decoded images
};

// Images of files, of one size. Where all fit in memory they are decoded at once, else when they are asked for.
Images images_from_files(std::vector<ImageFile> files, const ImageSize& size, const ImageStoreOptions& options);

}  // namespace pauc
