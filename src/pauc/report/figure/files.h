#pragma once

#include <string>
#include <vector>

#include "pauc/report/report.h"

namespace pauc::report {

// The figures of a report that can be had as files of their own.
const std::vector<std::string>& figure_names();

// `of` names the model or run of a figure that shows one, or a part of the title of a plot of `pauc compare`; empty:
// the first. Refuses an unknown figure, an unknown model whatever the figure, and a figure for which the report has no
// data.
std::string figure_svg(const Report& report, const std::string& figure, const std::string& of);

}  // namespace pauc::report
