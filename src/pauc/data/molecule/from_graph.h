#pragma once

#include <cstdint>
#include <memory>

#include "pauc/data/molecule/molecules.h"

namespace RDKit {
class RWMol;
}

namespace pauc {

// RDKit's molecule of a graph with OGB's features, as reading its SMILES made it, less what these do not say: isotopes
// and numbers of atoms. Rings, hydrogens and stereo marks are known, nothing is checked. None where a feature is
// "other" that the structure depends on: charge, hydrogens, radical electrons. In copies that are built with RDKit.
std::unique_ptr<RDKit::RWMol> molecule_from_graph(const Molecules& molecules, std::int64_t row);

}  // namespace pauc
