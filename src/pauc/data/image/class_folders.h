#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/split.h"

namespace pauc {

// One image in the subfolder of its class.
struct ClassImage {
  std::string id;  // path below the folder
  std::string label;
  std::optional<Part> part;
};

// The images in a folder that has one subfolder per class, in the order of the rows: by part, class and file name.
struct ClassFolders {
  std::vector<ClassImage> images;
  std::vector<std::string> empty_classes;
  std::int64_t ignored = 0;   // other files and folders
  std::string first_ignored;  // path below the folder
};

// Finds the images by class, and by part if all subfolders are called train, valid (val) or test and have subfolders
// themselves. Names that begin with a dot are skipped.
ClassFolders read_class_folders(const std::string& folder);

// Paths, relative to the folder, of all images in it and in two levels of subfolders; images of classes are in the
// order of their rows.
std::vector<std::string> all_images_below(const std::string& folder);

// Whether all_images_below() would find any.
bool contains_images(const std::string& folder);

}  // namespace pauc
