#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// CSV files with a column of paths of PNG or JPEG images.
bool is_image_list(const std::string& path, std::string_view head);
Examples load_image_list(const DataOptions& options);

}  // namespace pauc
