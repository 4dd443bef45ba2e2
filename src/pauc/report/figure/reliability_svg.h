#pragma once

#include <string>

#include "pauc/metric/reliability.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// A reliability diagram: the share of positives over the mean probability of each bin, with its interval. Points of
// true probabilities lie on the diagonal. Both axes end where the largest value is.
std::string reliability_svg(const Reliability& reliability, FigureUse use = FigureUse::page);

}  // namespace pauc::report
