#pragma once

#include <cstdint>
#include <memory>

#include "pauc/data/molecule/molecules.h"

namespace RDKit {
class RWMol;
}

namespace pauc {

// Builds RDKit's molecule from a graph with OGB's features. It equals the molecule parsed from SMILES, except for
// isotopes and atom map numbers, which the features do not contain. Rings, hydrogens and stereo marks are set; nothing
// is checked. Returns null if a feature that the structure depends on is "other": charge, hydrogens, radical electrons.
// Available only in builds with RDKit.
std::unique_ptr<RDKit::RWMol> molecule_from_graph(const Molecules& molecules, std::int64_t row);

}  // namespace pauc
