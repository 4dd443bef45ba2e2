#pragma once

#include "pauc/data/row_facts.h"

namespace pauc {

// Reads the facts of a CSV file and none of its other columns, whatever these hold.
RowFacts read_fact_columns(const DataOptions& options);

}  // namespace pauc
