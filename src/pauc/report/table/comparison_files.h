#pragma once

#include <string>

#include "pauc/record/comparison.h"

namespace pauc::report {

// Writes the results of `pauc compare` into a folder, which it makes if necessary: table.md, table.csv, table.tex,
// curves.csv, one convergence SVG per target and part and, last, table.json: if it exists, all the others do. Writes
// nothing if a file cannot be composed. Removes convergence SVGs of an older table.
void write_comparison(const std::string& folder, const record::Comparison& comparison);

}  // namespace pauc::report
