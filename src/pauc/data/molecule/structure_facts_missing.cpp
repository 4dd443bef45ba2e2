// In place of structure_facts_rdkit.cpp where RDKit is not installed.
#include "pauc/data/molecule/structure_facts.h"

namespace pauc {

std::string smiles_of(const Molecules& /*molecules*/, std::int64_t /*row*/) { return ""; }
std::string murcko_scaffold(const Molecules& /*molecules*/, std::int64_t /*row*/) { return ""; }
std::vector<std::string> pains_of(const Molecules& /*molecules*/, std::int64_t /*row*/) { return {}; }

}  // namespace pauc
