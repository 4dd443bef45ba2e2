#pragma once

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// LIBSVM text, kept sparse; features are named by their index.
Examples load_libsvm(const DataOptions& options);
NextBlock open_libsvm_blocks(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                             std::vector<std::string>& notes);

}  // namespace pauc
