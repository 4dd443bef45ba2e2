#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc {

// The ROC curves of an evaluation as one SVG picture: the region shaded, the low-FPR corner enlarged, a legend with
// values.
std::string roc_svg(const Evaluation& evaluation);

}  // namespace pauc
