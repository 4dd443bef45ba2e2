#pragma once

#include "pauc/data/molecule/features.h"

namespace RDKit {
class ROMol;
}

namespace pauc {

// Appends the features of a molecule as RDKit computes them, without ending the row. Available only in builds with
// RDKit. A number that RDKit cannot compute or that is not finite is missing (NaN). So are all descriptors of a
// molecule of more than 1000 atoms and all features of one of more than 5000: they would take minutes.
void append_features(const RDKit::ROMol& molecule, const MoleculeFeatures& features, SparseValues& values);

// The same for the numbers of descriptor_names.h.
void append_descriptors(const RDKit::ROMol& molecule, SparseValues& values);

// Makes RDKit read its tables of patterns before threads share them.
void prepare_features(const std::vector<MoleculeFeatures>& features);

}  // namespace pauc
