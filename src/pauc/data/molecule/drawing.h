#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/molecule/molecules.h"

namespace pauc {

// The structure of one molecule as SVG on a transparent background, drawn by RDKit. Empty if RDKit cannot draw it, if
// the molecule is too large for a small picture or could not be parsed, or if pauc was built without RDKit. Nothing is
// printed. With `contributions`, one per atom, atoms are coloured by them.
std::string molecule_svg(const Molecules& molecules, std::int64_t row, const std::vector<double>& contributions = {});

}  // namespace pauc
