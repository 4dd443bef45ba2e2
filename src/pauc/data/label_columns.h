#pragma once

#include <string>
#include <vector>

#include "pauc/data/options.h"

namespace pauc {

// The label columns of a file with these columns, if DataOptions::label names several: "A,B", "all-after:COL" or
// "all-before:COL", which leave out columns that other options name. Empty if it names one, or none.
std::vector<std::string> several_labels(const std::string& file, const std::vector<std::string>& columns,
                                        const DataOptions& options);

// Whether DataOptions::label may name several columns, as far as one can tell without the file.
bool may_name_several(const std::string& label);

}  // namespace pauc
