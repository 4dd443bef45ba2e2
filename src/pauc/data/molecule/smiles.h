#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

// SMILES are read by RDKit, an optional part. Without it these refuse, with a sentence that says what to install.

// "RDKit 2022.09.3"; empty in a copy that was built without.
std::string smiles_reader();

struct SmilesOptions {
  int threads = 1;
  std::string cache;  // folder for what was read, found again by the SMILES themselves; empty: none
};

// A molecule for each SMILES, with OGB's features; without atoms where it cannot be read. Nothing is printed.
Molecules read_smiles(const std::vector<std::string>& smiles, const SmilesOptions& options);

// The same number for the same Murcko scaffold (isomeric SMILES), counted in the order in which they are met; molecules
// without rings share one, those that cannot be read have kNoScaffold. A SMILES with rings and more than 1000 atoms is
// a scaffold of its own.
constexpr std::uint32_t kNoScaffold = static_cast<std::uint32_t>(-1);
std::vector<std::uint32_t> scaffolds_of(const std::vector<std::string>& smiles, const SmilesOptions& options);

}  // namespace pauc
