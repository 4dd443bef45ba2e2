#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// What `pauc monitor` found: whether promised rates hold, and what has drifted. Empty if the report has none.
std::string monitoring_html(const Report& report);

}  // namespace pauc::report
