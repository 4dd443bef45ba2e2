#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// Where a reader chooses an operating point: fields and outputs that the page's script fills, by their ids. Without
// script a sentence stands in their place.
std::string operating_html(const Report& report);

}  // namespace pauc::report
