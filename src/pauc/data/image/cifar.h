#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Folders of CIFAR-10 or CIFAR-100 in their binary version. The test batch is the test part. Labels are the records'
// own unless --label names a column of the --table, which may give ids, groups and parts in any case.
Examples load_cifar(const DataOptions& options);
NextBlock open_cifar_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                            std::vector<std::string>& notes);

}  // namespace pauc
