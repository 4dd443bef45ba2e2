#pragma once

#include <string>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

/// Rows of valid and test that a model has seen in training, one sentence each: rows with the same values in all
/// columns of a dense table, and rows with the id of a training row, unless groups keep rows together.
std::vector<std::string> notes_on_repeats(const Examples& examples, const SplitRows& split);

}  // namespace pauc
