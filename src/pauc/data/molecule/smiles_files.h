#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Files of molecules as SMILES: CSV with a column of them, or .smi, one a line and its name behind it.
bool is_smiles(const std::string& path, std::string_view head);
Examples load_smiles(const DataOptions& options);
NextBlock open_smiles_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                             std::vector<std::string>& notes);

}  // namespace pauc
