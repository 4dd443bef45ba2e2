#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The data for the page's script, as JSON without "<" so that it can stand inside a script element:
// {"fpr", "confidence", "models": [{"name", "positives", "negatives", "points": {"threshold": [null, ...], "fp": [...],
// "tp": [...], "low": [...], "high": [...], "fpr_high": [...]}}]}; low and high are the interval of the TPR, fpr_high
// is the upper confidence limit of the FPR.
std::string page_data_json(const Report& report);

}  // namespace pauc::report
