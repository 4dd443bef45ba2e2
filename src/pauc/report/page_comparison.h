#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc {

// What `pauc compare` found, as pieces of HTML: means by method and target, what is missing, what was chosen.
std::string comparison_tables(const Report& report);

}  // namespace pauc
