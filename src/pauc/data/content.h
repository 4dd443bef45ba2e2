#pragma once

#include <string>

#include "pauc/data/molecules.h"
#include "pauc/data/table.h"

namespace pauc {

// What examples are made of, in flat memory: columns, and what stands beside them.
struct Content {
  std::string kind = "table";  // table, molecule: what a model must be able to read
  Table table;                 // columns to learn from; beside molecules there need be none
  Molecules molecules;
  std::string smiles_column;  // that the molecules stand in; empty where files have no columns

  // Some rows cannot be made sense of: they keep their place and are left out of every part.
  bool readable(std::int64_t row) const { return kind != "molecule" || molecules.readable(row); }
};

}  // namespace pauc
