#pragma once

#include <string>

#include "pauc/record/comparison.h"
#include "pauc/report/table/text_table.h"

namespace pauc::report {

// The table of `pauc compare`, methods by targets, in several formats. Each escapes names, which may be any text of a
// user. The same comparison gives the same bytes.

// For the terminal: * marks the best, ~ marks cells not shown to be worse.
std::string comparison_text(const record::Comparison& comparison, std::size_t width = kUsualWidth);
// table.md in GitHub's Markdown, followed by the chosen hyper-parameters and the missing runs.
std::string comparison_markdown(const record::Comparison& comparison);
// table.csv: one row per cell; missing values are empty fields.
std::string comparison_csv(const record::Comparison& comparison);
// table.tex: a tabular for papers; needs the package booktabs.
std::string comparison_tex(const record::Comparison& comparison);

}  // namespace pauc::report
