#include <DataStructs/SparseIntVect.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/RWMol.h>

#include <memory>
#include <new>
#include <utility>

#include "pauc/data/molecule/from_graph.h"
#include "pauc/data/molecule/morgan_environments.h"
#include "pauc/data/molecule/silent_rdkit.h"

namespace pauc {

namespace {

constexpr unsigned kMostAtoms = 1000;

// The atoms within `radius` bonds of the centre.
std::vector<std::int32_t> atoms_around(const RDKit::ROMol& molecule, unsigned centre, unsigned radius) {
  std::vector<bool> reached(molecule.getNumAtoms(), false);
  std::vector<unsigned> edge = {centre};
  std::vector<std::int32_t> atoms;
  for (unsigned step = 0; step <= radius; ++step) {
    std::vector<unsigned> next;
    for (const unsigned atom : edge) {
      if (reached[atom]) continue;
      reached[atom] = true;
      atoms.push_back(static_cast<std::int32_t>(atom));
      const auto [begin, end] = molecule.getAtomNeighbors(molecule.getAtomWithIdx(atom));
      for (auto at = begin; at != end; ++at) next.push_back(static_cast<unsigned>(*at));
    }
    edge = std::move(next);
  }
  return atoms;
}

std::vector<MorganEnvironment> environments_of(const RDKit::ROMol& molecule, const MoleculeFeatures& features) {
  RDKit::MorganFingerprints::BitInfoMap info;
  const std::unique_ptr<RDKit::SparseIntVect<std::uint32_t>> counts(RDKit::MorganFingerprints::getHashedFingerprint(
      molecule, static_cast<unsigned>(features.radius), static_cast<unsigned>(features.bits), nullptr, nullptr, false,
      true, false, &info));
  std::vector<MorganEnvironment> environments;
  for (const auto& [bit, centres] : info) {
    for (const auto& [atom, radius] : centres) {
      environments.push_back({static_cast<std::int32_t>(bit), atoms_around(molecule, atom, radius)});
    }
  }
  return environments;
}

}  // namespace

std::vector<MorganEnvironment> morgan_environments(const Molecules& molecules, std::int64_t row,
                                                   const MoleculeFeatures& features) {
  const SilentRdkit silence;
  try {
    const auto molecule = molecule_from_graph(molecules, row);
    if (molecule == nullptr || molecule->getNumAtoms() > kMostAtoms) return {};
    return environments_of(*molecule, features);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {  // whatever RDKit throws means that it cannot tell
    return {};
  }
}

}  // namespace pauc
