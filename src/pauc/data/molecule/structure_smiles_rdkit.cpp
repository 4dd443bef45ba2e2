#include <GraphMol/FileParsers/FileParsers.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <algorithm>
#include <exception>
#include <new>

#include "pauc/data/molecule/silent_rdkit.h"
#include "pauc/data/molecule/structure_smiles.h"

namespace pauc {

namespace {

// RDKit's time for canonical SMILES grows with the square of the atoms and more.
constexpr unsigned kMostAtoms = 5000;

std::unique_ptr<RDKit::RWMol> molecule_of(StructureFormat format, const std::string& text) {
  return std::unique_ptr<RDKit::RWMol>(format == StructureFormat::mol2 ? RDKit::Mol2BlockToMol(text)
                                                                       : RDKit::MolBlockToMol(text));
}

// The first line of what RDKit says: it explains at length.
std::string first_line(std::string text) {
  constexpr std::size_t kMost = 200;
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  if (text.size() > kMost) text.replace(kMost, std::string::npos, " ...");
  return text;
}

}  // namespace

StructureSmiles::StructureSmiles(StructureFormat format) : format_(format), silence_(std::make_shared<SilentRdkit>()) {}
StructureSmiles::~StructureSmiles() {}

std::string StructureSmiles::of(const StructureRecord& record) const {
  if (!record.complaint.empty()) return unreadable_structure(record, record.complaint);
  try {
    const auto molecule = molecule_of(format_, record.text);
    if (!molecule) return unreadable_structure(record, "RDKit cannot read it");
    if (molecule->getNumAtoms() == 0) return unreadable_structure(record, "it has no atoms");
    if (molecule->getNumAtoms() > kMostAtoms) return unreadable_structure(record, "it has more than 5000 atoms");
    return RDKit::MolToSmiles(*molecule);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return unreadable_structure(record, first_line(error.what()));
  } catch (...) {
    return unreadable_structure(record, "RDKit cannot read it");
  }
}

}  // namespace pauc
