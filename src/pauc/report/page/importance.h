#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// What the models of each run look at: the importance of columns and groups, and the shapes of the strongest ones.
// Empty if no run has it.
std::string importance_html(const Report& report);

}  // namespace pauc::report
