#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pauc {

// A column whose name says that it holds molecules: smiles, canonical_smiles, isomeric_smiles, in any case.
std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns);

}  // namespace pauc
