#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// What the page's script works on, as JSON that may stand inside a script element: no "<" is in it.
// {"fpr", "models": [{"name", "positives", "negatives", "points": {"threshold": [null, ...], "fp": [...], "tp": [...],
// "low": [...], "high": [...]}}]}; low and high are the interval of the TPR.
std::string page_data_json(const Report& report);

}  // namespace pauc::report
