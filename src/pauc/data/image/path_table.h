#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/examples.h"

namespace pauc {

// CSV files with a column of paths of PNG or JPEG images. One is recognised where the first of them lies beside it:
// names of files may stand in tables too.
bool is_image_path_table(const std::string& path, std::string_view head);
Examples load_image_path_table(const DataOptions& options);

// The images that the file `path` names, in the order of its rows.
std::vector<std::string> image_path_table_files(const DataOptions& options, const std::string& path);

}  // namespace pauc
