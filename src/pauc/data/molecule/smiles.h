#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/content.h"
#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/options.h"

namespace pauc {

// SMILES are parsed by RDKit, which is optional. Without it, these functions refuse with a message that says what to
// install.

// "RDKit 2022.09.3"; empty in a build without RDKit.
std::string smiles_reader();

struct SmilesOptions {
  int threads = 1;
  std::string cache;  // folder for parsed molecules, keyed by their SMILES; empty: no cache
  Standardise standardise = Standardise::off;
};

// A molecule for each SMILES, with OGB's features; without atoms if the SMILES cannot be parsed. Nothing is printed.
Molecules read_smiles(const std::vector<std::string>& smiles, const SmilesOptions& options);

// The same, and the features of each molecule: values[k] has the rows of features[k].
struct DescribedMolecules {
  Molecules molecules;
  std::vector<SparseValues> values;
  std::int64_t standardised = 0;  // molecules that were not in standard form as written
};
DescribedMolecules read_smiles(const std::vector<std::string>& smiles, const std::vector<MoleculeFeatures>& features,
                               const SmilesOptions& options);

// The number of each molecule's Murcko scaffold (isomeric SMILES); scaffolds are numbered in the order in which they
// first occur. Molecules without rings share one number; SMILES that cannot be parsed have kNoScaffold. A molecule with
// rings and more than 1000 atoms is a scaffold of its own.
constexpr std::uint32_t kNoScaffold = static_cast<std::uint32_t>(-1);
std::vector<std::uint32_t> scaffolds_of(const std::vector<std::string>& smiles, const SmilesOptions& options);

// For each molecule, the first one of the same structure (canonical isomeric SMILES): its own number unless it repeats
// an earlier one. Those that cannot be parsed are like no other. `content` has the parsed ones.
std::vector<std::int64_t> first_of_structure(const std::vector<std::string>& smiles, const Content& content,
                                             const SmilesOptions& options);

}  // namespace pauc
