#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Folders of PNG and JPEG images, one subfolder a class; or of such folders called train, valid and test, which are
// then the parts. To be scored, the images may also lie in the folder itself.
bool is_image_folder(const std::string& path);
Examples load_image_folder(const DataOptions& options);
NextBlock open_image_folder(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                            std::vector<std::string>& notes);

// The images that a run depends on, in the order of their rows.
std::vector<std::string> image_folder_files(const std::string& path);

}  // namespace pauc
