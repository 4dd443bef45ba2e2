#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Folders of molecules in OGB's layout: graphs from raw/, labels by name from mapping/, parts from split/.
Examples load_ogb(const DataOptions& options);
NextBlock open_ogb_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes);

}  // namespace pauc
