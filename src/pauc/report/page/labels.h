#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The labels of a run with several: their figures, their means, and links to their pages. Empty if there are none.
std::string labels_html(const Report& report);

}  // namespace pauc::report
