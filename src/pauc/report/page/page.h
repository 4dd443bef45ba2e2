#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// A report as one self-contained HTML file: no network, no other file. Texts of users are escaped, and a
// Content-Security-Policy allows only the page's own script, by its hash.
std::string report_html(const Report& report);

}  // namespace pauc::report
