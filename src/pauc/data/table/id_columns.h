#pragma once

#include "pauc/data/options.h"
#include "pauc/data/table/table.h"

namespace pauc {

// Leaves out columns of numbers that only name their rows: numbers of at least 12 digits, all of the same length; the
// numbers of the rows, in any order; and different whole numbers in a column that is called an id. Columns that the
// option `features` names stay.
void leave_out_ids(const DataOptions& options, Table& table);

}  // namespace pauc
