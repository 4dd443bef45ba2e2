#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The rows that models got most wrong, with their pictures where there are any; the first model's open, the others'
// folded away.
std::string hardest_html(const Report& report);

}  // namespace pauc::report
