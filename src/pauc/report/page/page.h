#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// A report as one HTML file that needs nothing else: no network, no other file. What comes from users is escaped, and a
// Content-Security-Policy lets run only the page's own script, by its hash.
std::string report_html(const Report& report);

}  // namespace pauc::report
