// In place of morgan_environments_rdkit.cpp where RDKit is not installed.
#include "pauc/data/molecule/morgan_environments.h"

namespace pauc {

std::vector<MorganEnvironment> morgan_environments(const Molecules& /*molecules*/, std::int64_t /*row*/,
                                                   const MoleculeFeatures& /*features*/) {
  return {};
}

}  // namespace pauc
