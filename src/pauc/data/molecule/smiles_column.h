#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pauc {

// A column whose name says that it holds molecules: the one called smiles, else the first that has the word in its name
// (Canonical Smiles), in any case.
std::optional<std::size_t> find_smiles_column(const std::vector<std::string>& columns);

}  // namespace pauc
