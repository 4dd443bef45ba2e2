#pragma once

#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// The ROC curves of an evaluation as one SVG figure for papers: the whole curve with the region shaded and with
// interval bands if the evaluation has them, the enlarged low-FPR corner to its right, and a legend with values below.
std::string roc_svg(const Evaluation& evaluation);

// One of these plots alone, without legend in a page, which has its own. `corner_log` has a logarithmic FPR axis that
// starts at the first rate of the data and ends at 1.
enum class RocView { whole, corner, corner_log };
std::string roc_view_svg(const Evaluation& evaluation, RocView view, FigureUse use = FigureUse::page);
// The same in a page whose script knows other curves: it cannot be pointed at.
std::string still_roc_svg(const Evaluation& evaluation, RocView view);

}  // namespace pauc::report
