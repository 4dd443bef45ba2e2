#include "pauc/data/molecule/structure_hash.h"

#include <cstddef>
#include <vector>

#include "pauc/batch/molecule_features.h"

namespace pauc {

namespace {

constexpr int kRounds = 3;
constexpr std::size_t kChirality = 1;  // of atom features: depends on how the molecule is written

}  // namespace

std::uint64_t mixed_hash(std::uint64_t sum, std::uint64_t more) {
  sum = (sum ^ more) * 0x9E3779B97F4A7C15U;
  return sum ^ (sum >> 29);
}

std::uint64_t structure_hash(const Molecules& molecules, std::int64_t row) {
  const std::int64_t first = molecules.atom_begins[row];
  std::vector<std::uint64_t> atoms;
  for (std::int64_t atom = first; atom < molecules.atom_begins[row + 1]; ++atom) {
    std::uint64_t hash = 1;
    for (std::size_t k = 0; k < kAtomFeatures; ++k)
      hash = mixed_hash(hash, k == kChirality ? 0 : molecules.atoms[atom][k]);
    atoms.push_back(hash);
  }
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::uint64_t> sums(atoms.size(), 0);
    for (std::int64_t bond = molecules.bond_begins[row]; bond < molecules.bond_begins[row + 1]; ++bond) {
      const auto [a, b] = molecules.bond_ends[bond];
      const std::uint64_t type = bond_features(molecules.bond_codes[bond])[0];
      sums[a] += mixed_hash(atoms[b], type);
      sums[b] += mixed_hash(atoms[a], type);
    }
    for (std::size_t k = 0; k < atoms.size(); ++k) atoms[k] = mixed_hash(atoms[k], sums[k]);
  }
  std::uint64_t sum = atoms.size();
  for (const std::uint64_t atom : atoms) sum += mixed_hash(atom, 0);
  return sum;
}

}  // namespace pauc
