#include "pauc/data/molecule/structure_facts.h"

#include <GraphMol/ChemTransforms/ChemTransforms.h>
#include <GraphMol/FilterCatalog/FilterCatalog.h>
#include <GraphMol/RWMol.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>

#include <memory>
#include <new>

#include "pauc/data/molecule/from_graph.h"
#include "pauc/data/molecule/silent_rdkit.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostAtoms = 1000;

// What `of` says about the molecule; nothing if RDKit cannot tell.
template <class Of>
auto told(const Molecules& molecules, std::int64_t row, const Of& of) {
  using Result = decltype(of(std::declval<RDKit::RWMol&>()));
  const SilentRdkit silence;
  const std::int64_t atoms = molecules.atom_begins[row + 1] - molecules.atom_begins[row];
  if (atoms == 0 || atoms > kMostAtoms) return Result();
  try {
    const auto molecule = molecule_from_graph(molecules, row);
    return molecule == nullptr ? Result() : of(*molecule);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return Result();
  }
}

const RDKit::FilterCatalog& pains() {
  static const RDKit::FilterCatalog catalog(
      RDKit::FilterCatalogParams(RDKit::FilterCatalogParams::FilterCatalogs::PAINS));
  return catalog;
}

}  // namespace

std::string smiles_of(const Molecules& molecules, std::int64_t row) {
  return told(molecules, row, [](const RDKit::RWMol& molecule) { return RDKit::MolToSmiles(molecule); });
}

std::string murcko_scaffold(const Molecules& molecules, std::int64_t row) {
  return told(molecules, row, [](const RDKit::RWMol& molecule) {
    if (molecule.getRingInfo()->numRings() == 0) return std::string();
    const std::unique_ptr<RDKit::ROMol> scaffold(RDKit::MurckoDecompose(molecule));
    return RDKit::MolToSmiles(*scaffold);
  });
}

std::vector<std::string> pains_of(const Molecules& molecules, std::int64_t row) {
  return told(molecules, row, [](const RDKit::RWMol& molecule) {
    std::vector<std::string> names;
    for (const auto& match : pains().getMatches(molecule)) names.push_back(match->getDescription());
    return names;
  });
}

}  // namespace pauc
