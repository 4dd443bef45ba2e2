#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

class SilentRdkit;

// Parses SMILES with RDKit, one at a time. Several threads may share a parser. RDKit's log is silent while a parser
// exists. In a build without RDKit the constructor refuses.
class SmilesParser {
 public:
  SmilesParser();
  ~SmilesParser();
  SmilesParser(const SmilesParser&) = delete;
  SmilesParser& operator=(const SmilesParser&) = delete;

  // Adds one molecule, without atoms if the SMILES cannot be parsed.
  void append(const std::string& smiles, Molecules& molecules) const;

  // The same, and its features: a row in values[k] for each features[k], without entries if the SMILES cannot be
  // parsed.
  void append(const std::string& smiles, const std::vector<MoleculeFeatures>& features, Molecules& molecules,
              std::vector<SparseValues>& values) const;

  // The isomeric SMILES of the Murcko scaffold: empty for a molecule without rings, nothing if it cannot be parsed.
  std::optional<std::string> scaffold(const std::string& smiles) const;

 private:
  std::shared_ptr<const SilentRdkit> silence_;
};

}  // namespace pauc
