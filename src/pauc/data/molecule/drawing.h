#pragma once

#include <cstdint>
#include <string>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

// The structure of one molecule as SVG on a transparent ground, drawn by RDKit. Empty where there is no drawing of use:
// it cannot be made, the molecule is too large for so small a picture or could not be read, or this copy was built
// without RDKit. Nothing is printed.
std::string molecule_svg(const Molecules& molecules, std::int64_t row);

}  // namespace pauc
