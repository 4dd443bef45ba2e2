// The features are those of OGB's atom_to_feature_vector and bond_to_feature_vector (ogb/utils/features.py) on what
// Chem.MolFromSmiles returns.
#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/RingInfo.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <RDGeneral/versions.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include "pauc/data/molecule/feature_values.h"
#include "pauc/data/molecule/silent_rdkit.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/data/molecule/smiles_parser.h"
#include "pauc/data/molecule/standardiser_rdkit.h"

namespace pauc {

namespace {

using RDKit::Atom;
using RDKit::Bond;
using Molecule = std::unique_ptr<RDKit::RWMol>;

// Longer than any molecule; RDKit may need minutes for such a text.
constexpr std::size_t kLongestSmiles = 1 << 16;

// RDKit's time for a scaffold grows with the third power of the atoms: seconds for a thousand. A larger molecule is a
// scaffold of its own.
constexpr unsigned kMostScaffoldAtoms = 1000;

// Nor is a larger one written as canonical SMILES: it is the same as another if both are written alike.
constexpr unsigned kMostCanonicalAtoms = 1000;

// What SmilesToMol does by default, less the search for stereo centres: RDKit ranks all atoms for it, which takes
// minutes for a chain of thousands, also where no centre is marked and nothing comes of it.
Molecule without_stereo_search(const std::string& smiles) {
  RDKit::SmilesParserParams as_written;
  as_written.sanitize = false;
  as_written.removeHs = false;
  Molecule molecule(RDKit::SmilesToMol(smiles, as_written));
  if (!molecule) return nullptr;
  RDKit::MolOps::RemoveHsParameters hydrogens;
  hydrogens.updateExplicitCount = true;
  RDKit::MolOps::removeHs(*molecule, hydrogens);
  return molecule;
}

// From here on stereo marks count as they are written, whether or not they mark a centre, and those of double bonds do
// not: RDKit's search takes minutes for thousands of atoms.
constexpr std::size_t kLongestSearched = 1500;

Molecule molecule_of(const std::string& smiles) {
  if (smiles.size() > kLongestSmiles || smiles.find('\0') != std::string::npos) return nullptr;
  const bool marks_stereo = smiles.size() <= kLongestSearched && smiles.find_first_of("@/\\|") != std::string::npos;
  Molecule molecule = marks_stereo ? Molecule(RDKit::SmilesToMol(smiles)) : without_stereo_search(smiles);
  return molecule && molecule->getNumAtoms() > 0 ? std::move(molecule) : nullptr;
}

// Calls act. Whatever RDKit throws means that it cannot read the molecule; only want of memory is not the molecule's.
template <class Act>
bool succeeds(const Act& act) {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return false;
  }
}

// In standard form, and whether it was not written in it.
struct StandardMolecule {
  Molecule molecule;
  bool changed = false;
};

StandardMolecule standard_molecule_of(const std::string& smiles, const Standardiser& standardiser) {
  StandardMolecule standard{molecule_of(smiles)};
  if (!standard.molecule) return standard;
  const std::string other = standardiser.changed(*standard.molecule);
  if (other.empty()) return standard;
  // A part of a metal complex may be no molecule that RDKit reads, such as half of ferrocene.
  succeeds([&] {
    Molecule changed = molecule_of(other);
    if (changed) standard = {std::move(changed), true};
    return standard.changed;
  });
  return standard;
}

// The place in a list of the whole numbers from `first` on, whose last entry stands for all others.
std::uint8_t place_of(int value, int first, int size) {
  const bool listed = value >= first && value - first < size - 1;
  return static_cast<std::uint8_t>(listed ? value - first : size - 1);
}

// The place in a list whose last entry, beyond those that are written down, stands for all others.
template <class Value, std::size_t listed>
std::uint8_t place_of(Value value, const std::array<Value, listed>& list, int size) {
  const auto place = std::find(list.begin(), list.end(), value) - list.begin();
  return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(place, size - 1));
}

constexpr std::array kChiralities = {Atom::CHI_UNSPECIFIED, Atom::CHI_TETRAHEDRAL_CW, Atom::CHI_TETRAHEDRAL_CCW,
                                     Atom::CHI_OTHER};
constexpr std::array kHybridisations = {Atom::SP, Atom::SP2, Atom::SP3, Atom::SP3D, Atom::SP3D2};
constexpr std::array kBondTypes = {Bond::SINGLE, Bond::DOUBLE, Bond::TRIPLE, Bond::AROMATIC};
constexpr std::array kStereos = {Bond::STEREONONE, Bond::STEREOZ,     Bond::STEREOE,
                                 Bond::STEREOCIS,  Bond::STEREOTRANS, Bond::STEREOANY};

AtomFeatures features_of(const Atom& atom, const RDKit::RingInfo& rings) {
  return {place_of(atom.getAtomicNum(), 1, kAtomFeatureSizes[0]),
          place_of(atom.getChiralTag(), kChiralities, kAtomFeatureSizes[1]),
          place_of(static_cast<int>(atom.getTotalDegree()), 0, kAtomFeatureSizes[2]),
          place_of(atom.getFormalCharge(), -5, kAtomFeatureSizes[3]),
          place_of(static_cast<int>(atom.getTotalNumHs()), 0, kAtomFeatureSizes[4]),
          place_of(static_cast<int>(atom.getNumRadicalElectrons()), 0, kAtomFeatureSizes[5]),
          place_of(atom.getHybridization(), kHybridisations, kAtomFeatureSizes[6]),
          static_cast<std::uint8_t>(atom.getIsAromatic()),
          static_cast<std::uint8_t>(rings.numAtomRings(atom.getIdx()) > 0)};
}

BondFeatures features_of(const Bond& bond) {
  return {place_of(bond.getBondType(), kBondTypes, kBondFeatureSizes[0]),
          place_of(bond.getStereo(), kStereos, kBondFeatureSizes[1]),
          static_cast<std::uint8_t>(bond.getIsConjugated())};
}

void append_graph(const RDKit::RWMol& molecule, Molecules& molecules) {
  for (const Atom* atom : molecule.atoms()) molecules.atoms.push_back(features_of(*atom, *molecule.getRingInfo()));
  for (const Bond* bond : molecule.bonds()) {
    molecules.bond_ends.push_back(
        {static_cast<std::int32_t>(bond->getBeginAtomIdx()), static_cast<std::int32_t>(bond->getEndAtomIdx())});
    molecules.bond_codes.push_back(bond_code(features_of(*bond)));
  }
}

void drop_unfinished(Molecules& molecules) {
  molecules.atoms.resize(static_cast<std::size_t>(molecules.atom_begins.back()));
  molecules.bond_ends.resize(static_cast<std::size_t>(molecules.bond_begins.back()));
  molecules.bond_codes.resize(static_cast<std::size_t>(molecules.bond_begins.back()));
}

std::string scaffold_of(const RDKit::RWMol& molecule) {
  const std::unique_ptr<RDKit::ROMol> scaffold(RDKit::MurckoDecompose(molecule));
  scaffold->clearComputedProps();
  scaffold->updatePropertyCache(true);
  RDKit::MolOps::symmetrizeSSSR(*scaffold);
  return RDKit::MolToSmiles(*scaffold);
}

}  // namespace

std::string smiles_reader() { return std::string("RDKit ") + RDKit::rdkitVersion; }

SmilesParser::SmilesParser(Standardise how)
    : silence_(std::make_shared<SilentRdkit>()), standardiser_(std::make_shared<Standardiser>(how)) {}
SmilesParser::~SmilesParser() {}

void SmilesParser::append(const std::string& smiles, Molecules& molecules) const {
  std::vector<SparseValues> none;
  append(smiles, {}, molecules, none);
}

bool SmilesParser::append(const std::string& smiles, const std::vector<MoleculeFeatures>& features,
                          Molecules& molecules, std::vector<SparseValues>& values) const {
  bool changed = false;
  const bool read = succeeds([&] {
    const auto standard = standard_molecule_of(smiles, *standardiser_);
    const Molecule& molecule = standard.molecule;
    if (!molecule) return false;
    changed = standard.changed;
    append_graph(*molecule, molecules);
    for (std::size_t k = 0; k < features.size(); ++k) append_features(*molecule, features[k], values[k]);
    return true;
  });
  for (SparseValues& rows : values) rows.row_begins.push_back(static_cast<std::int64_t>(rows.values.size()));
  if (!read) drop_unfinished(molecules);
  molecules.end_molecule();
  return read && changed;
}

std::optional<std::string> SmilesParser::scaffold(const std::string& smiles) const {
  std::string scaffold;
  const bool read = succeeds([&] {
    const Molecule molecule = standard_molecule_of(smiles, *standardiser_).molecule;
    if (!molecule) return false;
    if (molecule->getRingInfo()->numRings() == 0) return true;
    scaffold = molecule->getNumAtoms() <= kMostScaffoldAtoms ? scaffold_of(*molecule) : smiles;
    return true;
  });
  return read ? std::optional(std::move(scaffold)) : std::nullopt;
}

std::optional<std::string> SmilesParser::canonical(const std::string& smiles) const {
  std::string text;
  const bool read = succeeds([&] {
    const Molecule molecule = standard_molecule_of(smiles, *standardiser_).molecule;
    if (!molecule) return false;
    text = molecule->getNumAtoms() <= kMostCanonicalAtoms ? RDKit::MolToSmiles(*molecule) : smiles;
    return true;
  });
  return read ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace pauc
