#pragma once

#include <gtest/gtest.h>

#include "pauc/data/molecule/smiles.h"

namespace pauc {

inline bool operator==(const BondEnds& a, const BondEnds& b) { return a.first == b.first && a.second == b.second; }

inline bool operator==(const Molecules& a, const Molecules& b) {
  return a.atom_begins == b.atom_begins && a.atoms == b.atoms && a.bond_begins == b.bond_begins &&
         a.bond_ends == b.bond_ends && a.bond_codes == b.bond_codes;
}

namespace test {

// Skips the test if pauc was built without RDKit.
class SmilesTest : public testing::Test {
 protected:
  void SetUp() override {
    if (smiles_reader().empty()) GTEST_SKIP() << "built without RDKit";
  }
};

}  // namespace test
}  // namespace pauc
