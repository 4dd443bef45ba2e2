#include "pauc/data/molecule/standardiser_rdkit.h"

#include <GraphMol/MolOps.h>
#include <GraphMol/MolStandardize/Charge.h>
#include <GraphMol/MolStandardize/Fragment.h>
#include <GraphMol/MolStandardize/Tautomer.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <new>
#include <string>
#include <utility>
#include <vector>

namespace pauc {

namespace {

namespace Standard = RDKit::MolStandardize;
using Molecule = std::unique_ptr<RDKit::ROMol>;

// Tautomers are enumerated: their number explodes. RDKit's limits of 1000 tautomers and transforms hold below this.
constexpr unsigned kMostTautomerAtoms = 200;

bool has_several_fragments(const RDKit::ROMol& molecule) {
  std::vector<int> fragment_of;
  return RDKit::MolOps::getMolFrags(molecule, fragment_of) > 1;
}

// Uncharger leaves a charge beside an opposite one, as in a nitro group.
bool is_balanced(const RDKit::Atom& atom) {
  for (const RDKit::Atom* neighbour : atom.getOwningMol().atomNeighbors(&atom)) {
    if (neighbour->getFormalCharge() * atom.getFormalCharge() < 0) return true;
  }
  return false;
}

bool has_loose_charge(const RDKit::ROMol& molecule) {
  for (const RDKit::Atom* atom : molecule.atoms()) {
    if (atom->getFormalCharge() != 0 && !is_balanced(*atom)) return true;
  }
  return false;
}

// A double bond written with charges, as in C[S+]([O-])C.
bool is_charged_double_bond(const RDKit::Atom& plus, const RDKit::Atom& minus) {
  const int centre = plus.getAtomicNum();
  const int end = minus.getAtomicNum();
  return (centre == 15 || centre == 16 || centre == 34) && plus.getFormalCharge() > 0 && (end == 8 || end == 16) &&
         minus.getFormalCharge() == -1 && minus.getDegree() == 1;
}

// A salt of an alkali metal written with a bond, as in CC(=O)O[Na].
bool is_alkali_bond(const RDKit::Atom& metal, const RDKit::Atom& other) {
  const int number = metal.getAtomicNum();
  const bool is_alkali = number == 3 || number == 11 || number == 19 || number == 37 || number == 55;
  const int end = other.getAtomicNum();
  return is_alkali && metal.getDegree() == 1 && metal.getFormalCharge() == 0 && (end == 7 || end == 8 || end == 16) &&
         other.getFormalCharge() == 0;
}

// The ends of the single bonds that people write in two ways, the positive one first.
std::vector<std::pair<unsigned, unsigned>> bonds_written_in_two_ways(const RDKit::RWMol& molecule) {
  std::vector<std::pair<unsigned, unsigned>> found;
  for (const RDKit::Bond* bond : molecule.bonds()) {
    if (bond->getBondType() != RDKit::Bond::SINGLE) continue;
    const RDKit::Atom* ends[2] = {bond->getBeginAtom(), bond->getEndAtom()};
    for (const int first : {0, 1}) {
      const RDKit::Atom& a = *ends[first];
      const RDKit::Atom& b = *ends[1 - first];
      if (is_charged_double_bond(a, b) || is_alkali_bond(a, b)) found.emplace_back(a.getIdx(), b.getIdx());
    }
  }
  return found;
}

// With these bonds written in one way; null if there are none.
std::unique_ptr<RDKit::RWMol> with_usual_bonds(const RDKit::RWMol& molecule) {
  const auto bonds = bonds_written_in_two_ways(molecule);
  if (bonds.empty()) return nullptr;
  auto usual = std::make_unique<RDKit::RWMol>(molecule);
  for (const auto& [first, second] : bonds) {
    RDKit::Atom& a = *usual->getAtomWithIdx(first);
    RDKit::Atom& b = *usual->getAtomWithIdx(second);
    const bool is_metal = is_alkali_bond(a, b);
    if (!is_metal && !is_charged_double_bond(a, b)) continue;  // another bond has taken the charge
    if (is_metal) {
      usual->removeBond(first, second);
    } else {
      usual->getBondBetweenAtoms(first, second)->setBondType(RDKit::Bond::DOUBLE);
    }
    const int charge = is_metal ? 1 : -1;
    a.setFormalCharge(a.getFormalCharge() + charge);
    b.setFormalCharge(b.getFormalCharge() - charge);
  }
  RDKit::MolOps::sanitizeMol(*usual);
  return usual;
}

}  // namespace

struct Standardiser::Tools {
  explicit Tools(Standardise how) {
    if (how == Standardise::tautomer) tautomers = std::make_unique<const Standard::TautomerEnumerator>();
  }

  Standard::Uncharger charges;  // canonical order: the same neutral form however the molecule is written
  std::unique_ptr<const Standard::TautomerEnumerator> tautomers;  // only where it is asked for
};

Standardiser::Standardiser(Standardise how)
    : tools_(how == Standardise::off ? nullptr : std::make_unique<const Tools>(how)) {}
Standardiser::~Standardiser() = default;

std::string Standardiser::changed(const RDKit::RWMol& molecule) const {
  if (!tools_) return "";
  try {
    Molecule now = with_usual_bonds(molecule);
    const auto current = [&]() -> const RDKit::ROMol& {
      return now ? *now : static_cast<const RDKit::ROMol&>(molecule);
    };
    if (has_several_fragments(current())) {
      Standard::LargestFragmentChooser fragments;
      now.reset(fragments.choose(current()));
    }
    if (has_loose_charge(current())) {
      Standard::Uncharger charges(tools_->charges);  // shares the patterns; uncharge() is not const
      now.reset(charges.uncharge(current()));
    }
    if (tools_->tautomers && current().getNumAtoms() <= kMostTautomerAtoms) {
      now.reset(tools_->tautomers->canonicalize(current()));
    }
    if (!now) return "";
    std::string text = RDKit::MolToSmiles(*now);
    return text == RDKit::MolToSmiles(molecule) ? std::string() : text;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return "";
  }
}

}  // namespace pauc
