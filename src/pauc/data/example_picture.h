#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/picture.h"
#include "pauc/data/content.h"

namespace pauc {

// A picture of one row for people to look at. Molecules are drawn as SVG by RDKit, from the graph and therefore without
// SMILES; without RDKit there is no picture. Images of up to 48 pixels per side are PNG, larger ones are shrunk to
// JPEG. Rows of a table have no picture. With the contributions of its atoms, or of its patches, `across` of them side
// by side, the parts are coloured by them.
Picture picture_of(const Content& content, std::int64_t row, const std::vector<double>& contributions = {},
                   std::int64_t across = 0);

}  // namespace pauc
