#pragma once

#include <string>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

/// Columns that may give the label away, one sentence each: those that alone separate the classes nearly perfectly, and
/// those that are filled for one class only, such as the date of a diagnosis. Looks at dense tables only.
std::vector<std::string> notes_on_leaks(const Examples& examples, const SplitRows& split);

}  // namespace pauc
