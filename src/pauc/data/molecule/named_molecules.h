#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pauc/core/io/line_source.h"

namespace pauc {

class StructureReader;
class StructureSmiles;

// Whether a file holds molecules with their names and no columns: .smi (.smiles, .ism) or .mol2, also packed.
bool has_named_molecules(const std::string& path);

// Reads such a file molecule by molecule, in constant memory.
//
// .smi: a line has a SMILES, and behind blanks the name. A heading ("SMILES Name") is skipped.
// .mol2: the structures are written as SMILES.
class NamedMolecules {
 public:
  explicit NamedMolecules(const std::string& path);
  ~NamedMolecules();
  NamedMolecules(const NamedMolecules&) = delete;
  NamedMolecules& operator=(const NamedMolecules&) = delete;

  // False at the end.
  bool next();

  const std::string& smiles() const { return smiles_; }
  // What is behind the SMILES of a .smi file; the name of a structure.
  std::string_view rest() const { return rest_; }
  std::string place() const;
  const std::string& name() const { return path_; }

 private:
  bool next_line();
  bool next_structure();

  std::string path_;
  std::unique_ptr<LineSource> lines_;  // .smi
  std::unique_ptr<StructureReader> structures_;
  std::unique_ptr<StructureSmiles> writer_;
  std::int64_t number_ = 0;
  std::string smiles_;
  std::string rest_;
};

}  // namespace pauc
