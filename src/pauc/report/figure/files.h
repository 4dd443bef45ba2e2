#pragma once

#include <string>
#include <vector>

#include "pauc/report/report.h"

namespace pauc::report {

// Names of the figures that can be written to files.
const std::vector<std::string>& figure_names();

// `of` selects what a figure shows: the name of a model or run, or a part of the title of a `pauc compare` plot; empty:
// the first. Refuses an unknown figure, an unknown model for any figure, and a figure for which the report has no data.
std::string figure_svg(const Report& report, const std::string& figure, const std::string& of);

}  // namespace pauc::report
