#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// CSV files with a column of paths of PNG or JPEG images. Such a file is recognised only if its first image exists next
// to it, since other tables may hold file names too.
DatasetKind image_path_table_kind();

}  // namespace pauc
