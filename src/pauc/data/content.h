#pragma once

#include <string>

#include "pauc/core/input_shape.h"
#include "pauc/data/image/images.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/table/table.h"

namespace pauc {

// What examples are made of, in flat memory: columns, and what stands beside them.
struct Content {
  InputKind kind = InputKind::table;
  Table table;  // columns to learn from; beside molecules there need be none
  Molecules molecules;
  Images images;
  std::string column;  // of a file with columns, the one that holds the molecules or the paths of the images

  // Some rows cannot be made sense of: they keep their place and are left out of every part.
  bool readable(std::int64_t row) const { return kind != InputKind::molecule || molecules.readable(row); }
};

}  // namespace pauc
