#pragma once

#include "pauc/data/blocks.h"

namespace pauc {

NextBlock open_csv_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes);

}  // namespace pauc
