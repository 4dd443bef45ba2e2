#pragma once

#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// The ROC curves of an evaluation as one SVG picture for papers: the whole curve with the region shaded and interval
// bands where the evaluation has them, beside it the low-FPR corner enlarged, below a legend with values.
std::string roc_svg(const Evaluation& evaluation);

// One of its squares alone; in a page, which has a legend of its own, without one. `corner_log` has a logarithmic FPR
// axis that ends at 1 and begins where the data do.
enum class RocView { whole, corner, corner_log };
std::string roc_view_svg(const Evaluation& evaluation, RocView view, FigureUse use = FigureUse::page);

}  // namespace pauc::report
