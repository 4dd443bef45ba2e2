#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/options.h"

namespace pauc {

class SilentRdkit;
class Standardiser;

// Parses SMILES with RDKit, one at a time, and brings the molecules into a standard form. Several threads may share a
// parser. RDKit's log is silent while a parser exists. In a build without RDKit the constructor refuses.
class SmilesParser {
 public:
  explicit SmilesParser(Standardise how = Standardise::off);
  ~SmilesParser();
  SmilesParser(const SmilesParser&) = delete;
  SmilesParser& operator=(const SmilesParser&) = delete;

  // Adds one molecule, without atoms if the SMILES cannot be parsed.
  void append(const std::string& smiles, Molecules& molecules) const;

  // The same, and its features: a row in values[k] for each features[k], without entries if the SMILES cannot be
  // parsed. Returns whether the molecule was not in standard form.
  bool append(const std::string& smiles, const std::vector<MoleculeFeatures>& features, Molecules& molecules,
              std::vector<SparseValues>& values) const;

  // The isomeric SMILES of the Murcko scaffold: empty for a molecule without rings, nothing if it cannot be parsed.
  std::optional<std::string> scaffold(const std::string& smiles) const;

  // The canonical isomeric SMILES of the molecule in standard form; nothing if it cannot be parsed.
  std::optional<std::string> canonical(const std::string& smiles) const;

 private:
  std::shared_ptr<const SilentRdkit> silence_;
  std::shared_ptr<const Standardiser> standardiser_;
};

}  // namespace pauc
