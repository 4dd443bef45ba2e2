#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/split.h"

namespace pauc {

struct ListedImage {
  std::string id;  // path below the folder
  std::string label;
  std::optional<Part> part;
};

// What a folder of images holds, in the order of the rows: by part, class and file name.
struct ImageListing {
  std::vector<ListedImage> images;
  std::vector<std::string> empty_classes;
  std::int64_t others = 0;  // files and folders that are none
  std::string first_other;  // path below the folder
};

// Images by class, one subfolder each; and by part, where all subfolders are called train, valid (val) or test and hold
// further ones. Names that begin with a dot are passed over.
ImageListing list_by_class(const std::string& folder);

// All images of a folder, its subfolders and theirs, as paths below it; those of classes in the order of their rows.
std::vector<std::string> list_all_images(const std::string& folder);

// Whether there is any.
bool holds_images(const std::string& folder);

}  // namespace pauc
