#pragma once

#include <array>
#include <cstdint>

namespace pauc {

// OGB's features of atoms and bonds: small whole numbers. Most are indices into a list that ends with "other".
//
//   atom  atomic number - 1, chirality, degree, formal charge + 5, hydrogens, radical electrons, hybridisation,
//         aromatic, in a ring
//   bond  single, double, triple, aromatic, other; stereo none, Z, E, cis, trans, any; conjugated
constexpr int kAtomFeatures = 9;
constexpr std::array<int, kAtomFeatures> kAtomFeatureSizes = {119, 5, 12, 12, 10, 6, 6, 2, 2};
using AtomFeatures = std::array<std::uint8_t, kAtomFeatures>;

constexpr int kBondFeatures = 3;
constexpr std::array<int, kBondFeatures> kBondFeatureSizes = {5, 6, 2};
using BondFeatures = std::array<std::uint8_t, kBondFeatures>;

// The three features of a bond as one number. There are so few codes that a table can have a row for each.
constexpr int kBondCodes = kBondFeatureSizes[0] * kBondFeatureSizes[1] * kBondFeatureSizes[2];
constexpr std::uint8_t bond_code(const BondFeatures& bond) {
  return static_cast<std::uint8_t>((bond[0] * kBondFeatureSizes[1] + bond[1]) * kBondFeatureSizes[2] + bond[2]);
}
constexpr BondFeatures bond_features(std::uint8_t code) {
  const int sizes = kBondFeatureSizes[1] * kBondFeatureSizes[2];
  return {static_cast<std::uint8_t>(code / sizes),
          static_cast<std::uint8_t>(code / kBondFeatureSizes[2] % kBondFeatureSizes[1]),
          static_cast<std::uint8_t>(code % kBondFeatureSizes[2])};
}

}  // namespace pauc
