#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pauc {

// A column whose name says that it holds molecules: the column called smiles, otherwise the first whose name contains
// that word (Canonical Smiles), in upper or lower case.
std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns);

// Two columns that are both called smiles may differ: the user knows which one is meant.
void require_one_smiles_column(const std::string& path, const std::vector<std::string>& columns);

}  // namespace pauc
