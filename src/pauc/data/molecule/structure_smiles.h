#pragma once

#include <memory>
#include <string>

#include "pauc/data/molecule/structure_reader.h"

namespace pauc {

class SilentRdkit;

// Writes structures as SMILES by RDKit. Several threads may share one. In a build without RDKit the constructor
// refuses.
class StructureSmiles {
 public:
  explicit StructureSmiles(StructureFormat format);
  ~StructureSmiles();
  StructureSmiles(const StructureSmiles&) = delete;
  StructureSmiles& operator=(const StructureSmiles&) = delete;

  // The canonical SMILES, or unreadable_structure() for a record that RDKit cannot read.
  std::string of(const StructureRecord& record) const;

 private:
  StructureFormat format_;
  std::shared_ptr<const SilentRdkit> silence_;
};

// A text in place of the SMILES of a record that cannot be read, which is no SMILES itself: what is wrong with it.
std::string unreadable_structure(const StructureRecord& record, const std::string& reason);
// "structure aspirin: it has no atoms" of such a text; empty for any other text.
std::string reason_for_no_smiles(const std::string& text);

}  // namespace pauc
