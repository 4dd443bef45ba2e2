#pragma once

#include "pauc/data/blocks.h"

namespace pauc {

// Opens a CSV file, or standard input, to be scored.
NextBlock open_csv_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes);

}  // namespace pauc
