#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// What a reader should take home, in sentences: how many positives are found at the false alarms that the page is
// about, against which other model, what that means among a thousand cases, and how far the figures can be trusted.
std::string headline_html(const Report& report);

// The operating point that the page speaks of: that of the region's end, else of FPR 0.1; a smaller or larger rate
// where there is no threshold for it. None: no score tells anything apart.
const OperatingEstimate* headline_point(const Evaluation& evaluation, const ScoreEvaluation& score);

}  // namespace pauc::report
