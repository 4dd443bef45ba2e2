#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The data for the page's script, as JSON without "<" so that it can stand inside a script element:
// {"fpr", "models": [{"name", "positives", "negatives", "points": {"threshold": [null, ...], "fp": [...], "tp": [...],
// "low": [...], "high": [...]}}]}; low and high are the interval of the TPR.
std::string page_data_json(const Report& report);

}  // namespace pauc::report
