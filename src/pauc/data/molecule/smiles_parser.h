#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

class SilentRdkit;

// All that is asked of RDKit, one SMILES at a time. Several threads may share one; while there is one, RDKit's log is
// silent. A copy that was built without RDKit refuses to make any.
class SmilesParser {
 public:
  SmilesParser();
  ~SmilesParser();
  SmilesParser(const SmilesParser&) = delete;
  SmilesParser& operator=(const SmilesParser&) = delete;

  // Adds one molecule, without atoms where the SMILES cannot be read.
  void append(const std::string& smiles, Molecules& molecules) const;

  // The isomeric SMILES of the Murcko scaffold: empty for a molecule without rings, none where it cannot be read.
  std::optional<std::string> scaffold(const std::string& smiles) const;

 private:
  std::shared_ptr<const SilentRdkit> silence_;
};

}  // namespace pauc
