#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// What `pauc compare` found: means by method and target, what is missing, what was chosen, curves over the epochs.
std::string comparison_html(const Report& report);

}  // namespace pauc::report
