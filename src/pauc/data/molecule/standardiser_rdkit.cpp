#include "pauc/data/molecule/standardiser_rdkit.h"

#include <GraphMol/MolOps.h>
#include <GraphMol/MolStandardize/Charge.h>
#include <GraphMol/MolStandardize/Fragment.h>
#include <GraphMol/MolStandardize/Tautomer.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <new>
#include <string>
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
    Molecule now;
    const auto current = [&]() -> const RDKit::ROMol& {
      return now ? *now : static_cast<const RDKit::ROMol&>(molecule);
    };
    if (has_several_fragments(molecule)) {
      Standard::LargestFragmentChooser fragments;
      now.reset(fragments.choose(molecule));
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
