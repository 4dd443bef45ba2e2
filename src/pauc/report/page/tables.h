#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The tables of a page as HTML; empty if there is nothing to show.
std::string summary_table(const Report& report);
std::string differences_table(const Report& report);
std::string operating_points_table(const Report& report);
// The thresholds found on validation, and their rates on the rows of the page.
std::string applied_thresholds_table(const Report& report);
std::string candidates_table(const Report& report);

// The mark of a model in tables: a piece of its line in the figures.
std::string line_mark(std::size_t model);

}  // namespace pauc::report
