#pragma once

#include <cstdint>
#include <vector>

#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

// A circular environment that a Morgan fingerprint counts: the column that it is counted in, and its atoms.
struct MorganEnvironment {
  std::int32_t column = 0;  // 0 .. bits - 1
  std::vector<std::int32_t> atoms;
};

// The environments of one molecule. Empty if RDKit cannot build it from its graph, if it has too many atoms for a
// fingerprint, or if pauc was built without RDKit.
std::vector<MorganEnvironment> morgan_environments(const Molecules& molecules, std::int64_t row,
                                                   const MoleculeFeatures& features);

}  // namespace pauc
