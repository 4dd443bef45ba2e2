#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/split.h"

namespace pauc {

struct ClassImage {
  std::string id;  // path below the folder
  std::string label;
  std::optional<Part> part;
};

// What a folder of images holds, in the order of the rows: by part, class and file name.
struct ClassFolders {
  std::vector<ClassImage> images;
  std::vector<std::string> empty_classes;
  std::int64_t ignored = 0;   // other files and folders
  std::string first_ignored;  // path below the folder
};

// Images by class, one subfolder each; and by part, where all subfolders are called train, valid (val) or test and hold
// further ones. Names that begin with a dot are passed over.
ClassFolders read_class_folders(const std::string& folder);

// All images of a folder, its subfolders and theirs, as paths below it; those of classes in the order of their rows.
std::vector<std::string> all_images_below(const std::string& folder);

// Whether there is any.
bool contains_images(const std::string& folder);

}  // namespace pauc
