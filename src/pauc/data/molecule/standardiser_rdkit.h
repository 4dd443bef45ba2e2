#pragma once

#include <memory>
#include <string>

#include "pauc/data/options.h"

namespace RDKit {
class RWMol;
}

namespace pauc {

// Brings molecules into a standard form by RDKit's MolStandardize. Several threads may share one.
//
//   on        sulfoxides and their like with double bonds instead of charges, alkali salts without a bond to the metal;
//             the largest fragment (most atoms, then heaviest), as in LargestFragmentChooser, and then charges are
//             neutralised where hydrogens can do so, as by Uncharger: a salt and its parent become one
//   tautomer  the canonical tautomer of that, as by TautomerEnumerator
//
// Most molecules have one fragment and no charge that hydrogens could neutralise: they are recognised and left as they
// are.
class Standardiser {
 public:
  explicit Standardiser(Standardise how);
  ~Standardiser();
  Standardiser(const Standardiser&) = delete;
  Standardiser& operator=(const Standardiser&) = delete;

  // The SMILES of the standard form; empty if the molecule is in it already, or if RDKit cannot find it.
  std::string changed(const RDKit::RWMol& molecule) const;

 private:
  struct Tools;
  std::unique_ptr<const Tools> tools_;
};

}  // namespace pauc
