#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Folders with the binary version of CIFAR-10 or CIFAR-100. The test batch is the test part. Labels come from the
// records, or from the --table if --label names one of its columns. The table may also give ids, groups and parts.
DatasetKind cifar_kind();

}  // namespace pauc
