// The way back from smiles_rdkit.cpp: atoms and bonds are added in the order in which RDKit listed them, since a mark
// of chirality is about the order of an atom's bonds.
#include "pauc/data/molecule/from_graph.h"

#include <GraphMol/Chirality.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/RWMol.h>

#include <algorithm>
#include <array>
#include <optional>

namespace pauc {

namespace {

using RDKit::Atom;
using RDKit::Bond;

// The places of features, see batch/molecule_features.h.
enum AtomPlace { number, chirality, degree, charge, hydrogens, radicals, hybridisation, aromatic, ring };
enum BondPlace { type, stereo, conjugated };

// By feature; the last one stands for all others.
constexpr std::array<Atom::ChiralType, kAtomFeatureSizes[chirality]> kChiralities = {
    Atom::CHI_UNSPECIFIED, Atom::CHI_TETRAHEDRAL_CW, Atom::CHI_TETRAHEDRAL_CCW, Atom::CHI_UNSPECIFIED,
    Atom::CHI_UNSPECIFIED};
constexpr std::array<Atom::HybridizationType, kAtomFeatureSizes[hybridisation]> kHybridisations = {
    Atom::SP, Atom::SP2, Atom::SP3, Atom::SP3D, Atom::SP3D2, Atom::UNSPECIFIED};
constexpr std::array<Bond::BondType, kBondFeatureSizes[type]> kBondTypes = {Bond::SINGLE, Bond::DOUBLE, Bond::TRIPLE,
                                                                            Bond::AROMATIC, Bond::ZERO};
constexpr std::array<Bond::BondStereo, kBondFeatureSizes[stereo]> kStereos = {
    Bond::STEREONONE, Bond::STEREOCIS, Bond::STEREOTRANS, Bond::STEREONONE, Bond::STEREONONE, Bond::STEREOANY};

bool is_other(const AtomFeatures& atom, AtomPlace place) { return atom[place] == kAtomFeatureSizes[place] - 1; }

bool says_enough(const AtomFeatures& atom) {
  return !is_other(atom, charge) && !is_other(atom, hydrogens) && !is_other(atom, radicals);
}

std::unique_ptr<Atom> atom_of(const AtomFeatures& features) {
  constexpr int kDummy = 0;  // "*" is none of the elements
  auto atom = std::make_unique<Atom>(is_other(features, number) ? kDummy : features[number] + 1);
  atom->setChiralTag(kChiralities[features[chirality]]);
  atom->setFormalCharge(features[charge] - 5);
  atom->setNumExplicitHs(features[hydrogens]);
  atom->setNoImplicit(true);
  atom->setNumRadicalElectrons(features[radicals]);
  atom->setHybridization(kHybridisations[features[hybridisation]]);
  atom->setIsAromatic(features[aromatic] == 1);
  return atom;
}

void add_bond(const BondEnds& ends, const BondFeatures& features, RDKit::RWMol& molecule) {
  constexpr bool kHandOver = true;
  auto bond = std::make_unique<Bond>(kBondTypes[features[type]]);
  bond->setBeginAtomIdx(static_cast<unsigned>(ends.first));
  bond->setEndAtomIdx(static_cast<unsigned>(ends.second));
  bond->setIsAromatic(bond->getBondType() == Bond::AROMATIC);
  bond->setIsConjugated(features[conjugated] == 1);
  molecule.addBond(bond.release(), kHandOver);
}

// Of the neighbours of a double bond's end the one that ranks highest; none where two of them do.
std::optional<int> highest_neighbour(const Atom& end, const Atom& other_end, const RDKit::UINT_VECT& ranks) {
  std::optional<int> highest;
  bool alone = true;
  for (const Atom* neighbour : end.getOwningMol().atomNeighbors(&end)) {
    if (neighbour == &other_end) continue;
    const auto number = static_cast<int>(neighbour->getIdx());
    if (highest && ranks[number] < ranks[*highest]) continue;
    alone = !highest || ranks[number] > ranks[*highest];
    highest = number;
  }
  return alone ? highest : std::nullopt;
}

// Z and E are cis and trans of the neighbours that rank highest.
void mark_double_bonds(const std::vector<std::uint8_t>& stereos, RDKit::RWMol& molecule) {
  const auto none = [](std::uint8_t mark) { return kStereos[mark] == Bond::STEREONONE; };
  if (std::all_of(stereos.begin(), stereos.end(), none)) return;
  RDKit::UINT_VECT ranks(molecule.getNumAtoms());
  RDKit::Chirality::assignAtomCIPRanks(molecule, ranks);
  for (Bond* bond : molecule.bonds()) {
    if (none(stereos[bond->getIdx()])) continue;
    const auto first = highest_neighbour(*bond->getBeginAtom(), *bond->getEndAtom(), ranks);
    const auto second = highest_neighbour(*bond->getEndAtom(), *bond->getBeginAtom(), ranks);
    if (!first || !second) continue;
    bond->setStereoAtoms(static_cast<unsigned>(*first), static_cast<unsigned>(*second));
    bond->setStereo(kStereos[stereos[bond->getIdx()]]);
  }
  // Marks of the single bonds beside it are what RDKit goes by from here on.
  RDKit::MolOps::setDoubleBondNeighborDirections(molecule);
}

}  // namespace

std::unique_ptr<RDKit::RWMol> molecule_from_graph(const Molecules& molecules, std::int64_t row) {
  constexpr bool kHandOver = true;
  constexpr bool kLabelNew = false;
  constexpr bool kStrict = false;
  constexpr bool kCleanUp = true;
  auto molecule = std::make_unique<RDKit::RWMol>();
  for (std::int64_t k = molecules.atom_begins[row]; k < molecules.atom_begins[row + 1]; ++k) {
    if (!says_enough(molecules.atoms[k])) return nullptr;
    molecule->addAtom(atom_of(molecules.atoms[k]).release(), kLabelNew, kHandOver);
  }
  std::vector<std::uint8_t> stereos;
  for (std::int64_t k = molecules.bond_begins[row]; k < molecules.bond_begins[row + 1]; ++k) {
    const BondFeatures features = bond_features(molecules.bond_codes[k]);
    add_bond(molecules.bond_ends[k], features, *molecule);
    stereos.push_back(features[stereo]);
  }
  molecule->updatePropertyCache(kStrict);
  RDKit::MolOps::symmetrizeSSSR(*molecule);
  mark_double_bonds(stereos, *molecule);
  RDKit::MolOps::assignStereochemistry(*molecule, kCleanUp);
  return molecule;
}

}  // namespace pauc
