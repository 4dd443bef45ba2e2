#pragma once

#include <string>

#include "pauc/record/comparison.h"

namespace pauc::report {

// The output folder of `pauc compare`, made where it is not there: table.md, table.csv, table.tex, curves.csv, an SVG
// for each target and part, table.json. Nothing is written of a comparison that cannot be; table.json comes last, so
// that whoever sees it finds the rest. Convergence SVGs of an older table are removed.
void write_comparison(const std::string& folder, const record::Comparison& comparison);

}  // namespace pauc::report
