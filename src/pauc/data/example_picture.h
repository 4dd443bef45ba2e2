#pragma once

#include <cstdint>

#include "pauc/core/picture.h"
#include "pauc/data/content.h"

namespace pauc {

// A picture of one row for people to look at: a molecule's structure as SVG (drawn by RDKit from the graph, so that it
// needs no SMILES; none in a copy that was built without), an image as PNG up to 48 pixels a side, made smaller and as
// JPEG above; none for rows of a table.
Picture picture_of(const Content& content, std::int64_t row);

}  // namespace pauc
