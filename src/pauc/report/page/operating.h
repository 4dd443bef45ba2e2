#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The form for choosing an operating point: fields and outputs that the page's script fills by their ids. Without
// JavaScript a sentence takes its place.
std::string operating_html(const Report& report);

}  // namespace pauc::report
