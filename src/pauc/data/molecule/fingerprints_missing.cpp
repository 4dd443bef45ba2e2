// In place of fingerprints_rdkit.cpp where RDKit is not installed.
#include "pauc/data/molecule/fingerprints.h"

namespace pauc {

std::vector<MorganBits> morgan_bits(const Molecules& /*molecules*/, Span<const std::int64_t> rows, int /*threads*/) {
  return std::vector<MorganBits>(rows.size());
}

}  // namespace pauc
