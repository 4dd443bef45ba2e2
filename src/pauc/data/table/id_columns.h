#pragma once

#include <functional>

#include "pauc/data/options.h"
#include "pauc/data/table/table.h"

namespace pauc {

// The values of a column that are present, as doubles, which hold whole numbers of up to 15 digits.
using ExactValues = std::function<std::vector<double>(std::size_t column)>;

// Leaves out columns of numbers that only name their rows: numbers of at least 12 digits, all of the same length; the
// numbers of the rows, in any order; and different whole numbers in a column that is called an id. Columns that the
// option `features` names stay. `exact` is asked for columns that may be ids and are too large for floats.
void leave_out_ids(const DataOptions& options, const ExactValues& exact, Table& table);

}  // namespace pauc
