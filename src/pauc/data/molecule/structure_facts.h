#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

// Facts about one molecule, from its graph. All are empty if RDKit cannot build it, if it has more than 1000 atoms, or
// if pauc was built without RDKit.

// Canonical SMILES, without isotopes, which graphs do not have.
std::string smiles_of(const Molecules& molecules, std::int64_t row);

// SMILES of the Murcko scaffold; empty also for a molecule without rings.
std::string murcko_scaffold(const Molecules& molecules, std::int64_t row);

// Names of the structural alerts that the molecule has: pan-assay interference compounds (PAINS, Baell and Holloway
// 2010) by RDKit's FilterCatalog.
std::vector<std::string> pains_of(const Molecules& molecules, std::int64_t row);

}  // namespace pauc
