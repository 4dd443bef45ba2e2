#pragma once

#include <string>
#include <vector>

#include "pauc/data/options.h"

namespace pauc {

// "A, B" -> {"A", "B"}
std::vector<std::string> listed_columns(const std::string& text);

// The place among `names` of a column given by its name or, where no name fits, by its number from 1.
std::size_t column_place(const std::string& file, const std::vector<std::string>& names, const std::string& wanted);

// Places of the columns to learn from: those that --features names, or all but the ones that are already `taken` by
// label, split and the like; less those of --drop. Beside molecules or images only those of --features.
std::vector<std::size_t> feature_places(const std::string& file, const std::vector<std::string>& names,
                                        const DataOptions& options, const std::vector<std::size_t>& taken);

}  // namespace pauc
