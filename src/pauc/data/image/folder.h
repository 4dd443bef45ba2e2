#pragma once

#include <string>

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Folders of PNG and JPEG images, one subfolder per class; or of such folders called train, valid and test, which are
// then the parts. Images to be scored may also lie in the folder itself.
DatasetKind image_folder_kind();

bool is_image_folder(const std::string& path);

}  // namespace pauc
