#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Files of molecules as SMILES: CSV with a column of them, or .smi with one SMILES and its name per line.
DatasetKind smiles_kind();

}  // namespace pauc
