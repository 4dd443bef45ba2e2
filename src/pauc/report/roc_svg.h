#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc {

// The ROC curves of an evaluation as one SVG picture for papers: the whole curve with the region shaded and interval
// bands where the evaluation has them, beside it the low-FPR corner enlarged, below a legend with values.
std::string roc_svg(const Evaluation& evaluation);

// One of its squares alone, without a legend, for a page that has its own. `corner_log` has a logarithmic FPR axis that
// ends at 1 and begins where the data do.
enum class RocView { whole, corner, corner_log };
std::string roc_view_svg(const Evaluation& evaluation, RocView view);

// Colours and dashes of curve k in every figure: class "cK" with the colour of light pages as an attribute.
std::string curve_stroke(std::size_t curve);

}  // namespace pauc
