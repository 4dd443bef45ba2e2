#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/molecule_features.h"

namespace pauc {

/// The two atoms of a bond, numbered within their molecule.
struct BondEnds {
  /// One atom.
  std::int32_t first = 0;
  /// The other atom.
  std::int32_t second = 0;
};

/// Molecules as graphs in flat memory. A molecule without atoms is one that could not be parsed.
struct Molecules {
  /// Index of the first atom of each molecule, and the number of all atoms: [molecules + 1].
  std::vector<std::int64_t> atom_begins = {0};
  /// Features of all atoms.
  std::vector<AtomFeatures> atoms;
  /// Index of the first bond of each molecule, and the number of all bonds: [molecules + 1].
  std::vector<std::int64_t> bond_begins = {0};
  /// Atoms of all bonds; each bond is listed once.
  std::vector<BondEnds> bond_ends;
  /// Features of all bonds, one code per bond.
  std::vector<std::uint8_t> bond_codes;

  /// Number of molecules.
  std::int64_t size() const { return static_cast<std::int64_t>(atom_begins.size()) - 1; }
  /// Whether the molecule could be parsed.
  bool readable(std::int64_t row) const { return atoms_of(row) > 0; }
  /// Number of atoms of a molecule.
  std::int64_t atoms_of(std::int64_t row) const { return atom_begins[row + 1] - atom_begins[row]; }
  /// Makes a molecule of all atoms and bonds added since the last one.
  void end_molecule() {
    atom_begins.push_back(static_cast<std::int64_t>(atoms.size()));
    bond_begins.push_back(static_cast<std::int64_t>(bond_ends.size()));
  }
  /// Removes the last molecule.
  void drop_last() {
    atom_begins.pop_back();
    bond_begins.pop_back();
    atoms.resize(static_cast<std::size_t>(atom_begins.back()));
    bond_ends.resize(static_cast<std::size_t>(bond_begins.back()));
    bond_codes.resize(static_cast<std::size_t>(bond_begins.back()));
  }
};

}  // namespace pauc
