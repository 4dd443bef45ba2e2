#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// Folders of CIFAR-10 or CIFAR-100 in their binary version. The test batch is the test part. Labels are those of the
// records unless --label names a column of the --table, which may give ids, groups and parts in any case.
DatasetKind cifar_kind();

}  // namespace pauc
