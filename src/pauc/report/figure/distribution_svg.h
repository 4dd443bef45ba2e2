#pragma once

#include <string>

#include "pauc/report/figure/figure.h"
#include "pauc/report/figure/score_histogram.h"

namespace pauc::report {

// Both classes over one another, the share of each class in a bin upwards, scores to the right.
std::string distribution_svg(const ScoreHistogram& histogram, FigureUse use = FigureUse::page);

}  // namespace pauc::report
