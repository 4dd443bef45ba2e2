#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/data/dataset_kind.h"

namespace pauc {

const std::vector<DatasetKind>& dataset_registry();

// The files that a training on these data depends on. Refuses a folder of no known kind.
std::vector<SourceFiles> sources_of(const DataOptions& options);

// The kind of that name or, "auto", the first that recognises the file; of this content only, if one is said.
const DatasetKind& dataset_kind(const std::string& kind, const std::string& path,
                                std::optional<InputKind> content = std::nullopt);

}  // namespace pauc
