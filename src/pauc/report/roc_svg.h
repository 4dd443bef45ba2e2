#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc {

// The ROC curves of an evaluation as one SVG picture: the whole curve with the region shaded, beside it the low-FPR
// corner enlarged, below a legend with values.
std::string roc_svg(const Evaluation& evaluation);

}  // namespace pauc
