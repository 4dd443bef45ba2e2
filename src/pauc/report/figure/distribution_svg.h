#pragma once

#include <string>

#include "pauc/report/figure/figure.h"
#include "pauc/report/figure/score_histogram.h"

namespace pauc::report {

// Histograms of both classes, one over the other: scores to the right, the share of the class in each bin upwards.
std::string distribution_svg(const ScoreHistogram& histogram, FigureUse use = FigureUse::page);

}  // namespace pauc::report
