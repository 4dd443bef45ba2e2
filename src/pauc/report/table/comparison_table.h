#pragma once

#include <string>

#include "pauc/record/comparison.h"

namespace pauc::report {

// The table of `pauc compare`, methods by targets, in each of its formats; one file a format. Names may be anything
// that users wrote: each format escapes them. The same comparison gives the same bytes.

// For the terminal: * the best, ~ what cannot be told to be worse.
std::string comparison_text(const record::Comparison& comparison);
// table.md as GitHub shows it, with what was chosen and what is missing below.
std::string comparison_markdown(const record::Comparison& comparison);
// table.csv: a row for each cell; what there is not is an empty field.
std::string comparison_csv(const record::Comparison& comparison);
// table.tex: a tabular for a paper that uses the package booktabs.
std::string comparison_tex(const record::Comparison& comparison);

}  // namespace pauc::report
