#pragma once

#include <string>

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Folders of PNG and JPEG images with one subfolder per class. Subfolders called train, valid and test, each with one
// subfolder per class, are the parts. Images to be scored may also be in the folder itself.
DatasetKind image_folder_kind();

bool is_image_folder(const std::string& path);

}  // namespace pauc
