#pragma once

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// A NumPy array of rows; its columns are named 1, 2, ... The label is the last column, or stands in the --table.
Examples load_npy(const DataOptions& options);
NextBlock open_npy_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes);

}  // namespace pauc
