#pragma once

#include <cstdint>

#include "pauc/data/content.h"

namespace pauc {

// A molecule as it is, row 0, and without each of its atoms in turn, row k + 1 without atom k.
//
// In the graph the atom and its bonds are left out; the features of the other atoms stay. Of a Morgan fingerprint, the
// environments that contain the atom are not counted. Descriptors, MACCS keys and other columns stay as they are. No
// rows if the molecule has fewer than two atoms or too many to draw, or if its fingerprint cannot be taken apart.
Content without_each_atom(const Content& content, std::int64_t row);

}  // namespace pauc
