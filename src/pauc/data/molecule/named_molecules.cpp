#include "pauc/data/molecule/named_molecules.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/data/molecule/smiles_column.h"
#include "pauc/data/molecule/structure_reader.h"
#include "pauc/data/molecule/structure_smiles.h"
#include "pauc/data/path_checks.h"

namespace pauc {

namespace {

constexpr const char* kBlanks = " \t";

bool is_mol2(const std::string& path) { return structure_format(path) == StructureFormat::mol2; }

// "SMILES Name": a heading, which the format has not but people write.
bool is_heading(const std::string& smiles) { return find_smiles_column({smiles}).has_value(); }

}  // namespace

bool has_named_molecules(const std::string& path) {
  return has_extension(path, {".smi", ".smiles", ".ism"}) || is_mol2(path);
}

NamedMolecules::NamedMolecules(const std::string& path) : path_(path) {
  if (is_mol2(path)) {
    structures_ = std::make_unique<StructureReader>(path);
    writer_ = std::make_unique<StructureSmiles>(StructureFormat::mol2);
  } else {
    lines_ = std::make_unique<LineSource>(path);
  }
}

NamedMolecules::~NamedMolecules() = default;

bool NamedMolecules::next() {
  if (!(structures_ ? next_structure() : next_line())) return false;
  ++number_;
  return true;
}

bool NamedMolecules::next_line() {
  while (lines_->next_not_blank()) {
    const std::string_view text = trimmed(lines_->text());
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    smiles_ = text.substr(0, end);
    rest_ = trimmed(text.substr(end));
    if (number_ > 0 || !is_heading(smiles_)) return true;
  }
  return false;
}

bool NamedMolecules::next_structure() {
  StructureRecord record;
  if (!structures_->next(record)) return false;
  smiles_ = writer_->of(record);
  rest_ = record.name;
  return true;
}

std::string NamedMolecules::place() const {
  return structures_ ? joined(path_, ": record ", number_) : lines_->place();
}

}  // namespace pauc
