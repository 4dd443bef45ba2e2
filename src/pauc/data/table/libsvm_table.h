#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// LIBSVM text, kept sparse; features are named by their index.
DatasetKind libsvm_kind();

}  // namespace pauc
