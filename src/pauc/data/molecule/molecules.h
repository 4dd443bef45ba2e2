#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/molecule_features.h"

namespace pauc {

// The atoms that a bond joins, counted within their molecule.
struct BondEnds {
  std::int32_t first = 0;
  std::int32_t second = 0;
};

// Molecules as graphs in flat memory. A row without atoms is one that could not be read.
struct Molecules {
  std::vector<std::int64_t> atom_begins = {0};  // [molecules + 1]
  std::vector<AtomFeatures> atoms;
  std::vector<std::int64_t> bond_begins = {0};  // [molecules + 1]
  std::vector<BondEnds> bond_ends;              // each bond once
  std::vector<std::uint8_t> bond_codes;

  std::int64_t size() const { return static_cast<std::int64_t>(atom_begins.size()) - 1; }
  bool readable(std::int64_t row) const { return atom_begins[row + 1] > atom_begins[row]; }
  // All atoms and bonds that were added since the last one are a molecule.
  void end_molecule() {
    atom_begins.push_back(static_cast<std::int64_t>(atoms.size()));
    bond_begins.push_back(static_cast<std::int64_t>(bond_ends.size()));
  }
};

}  // namespace pauc
