#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// A NumPy array of rows; its columns are named 1, 2, ... The label is the last column, or comes from the --table.
DatasetKind npy_kind();

}  // namespace pauc
