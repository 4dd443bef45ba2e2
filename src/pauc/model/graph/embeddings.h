#pragma once

#include <string>

#include "pauc/core/random.h"
#include "pauc/model/graph/layers.h"
#include "pauc/model/model.h"

namespace pauc {

// Tables of embeddings as weights of a model, drawn as in OGB: uniform within sqrt(6 / (values of a feature + width)).

// [kAtomTableRows, width], as NAME.
at::Tensor add_atom_table(Model& model, const std::string& name, std::int64_t width, Random& random);

// One table for each feature of a bond, as NAME.0, NAME.1 and NAME.2.
BondTables add_bond_tables(Model& model, const std::string& name, std::int64_t width, Random& random);

}  // namespace pauc
