#pragma once

#include <cstdint>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

// Equal for equal structures, however they are written, and hardly ever for others than stereoisomers (Weisfeiler and
// Lehman 1968). Takes microseconds, where canonical SMILES take a tenth of a millisecond.
std::uint64_t structure_hash(const Molecules& molecules, std::int64_t row);

// A sum with one number more; the order counts.
std::uint64_t mixed_hash(std::uint64_t sum, std::uint64_t more);

}  // namespace pauc
