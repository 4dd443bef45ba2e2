#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/data/dataset_kind.h"

namespace pauc {

/// All kinds of data, in the order in which they are asked to recognise a file.
const std::vector<DatasetKind>& dataset_registry();

/// Files that a training run on these data depends on. Refuses a folder of no known kind.
std::vector<SourceFiles> sources_of(const DataOptions& options);

/// Whether the data are a CSV file, so that labels and other facts of the rows are in its columns.
bool has_fact_columns(const DataOptions& options);

/// Reads labels and other facts of the rows; of a CSV file nothing else.
RowFacts load_facts(const DataOptions& options);

/// The kind with this name or, for "auto", the first kind that recognises the file.
///
/// With `content`, "auto" considers only kinds of that content.
const DatasetKind& dataset_kind(const std::string& kind, const std::string& path,
                                std::optional<InputKind> content = std::nullopt);

}  // namespace pauc
