#pragma once

#include <string>

#include "pauc/record/comparison_curves.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// One line per method, with its band and a legend below. Refuses a plot without lines and lists of unequal lengths.
std::string convergence_svg(const record::ConvergencePlot& plot, FigureUse use = FigureUse::page);

}  // namespace pauc::report
