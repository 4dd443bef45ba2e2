#pragma once

#include <string>

#include "pauc/record/estimator.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// Relative error over lambda on a logarithmic axis: the mean of the draws, their median with the quartiles as a band,
// and the lambda with the smallest mean. The error axis starts at 0, or is logarithmic if the errors span several
// orders of magnitude. Refuses a bound without lambdas, and errors that are not finite.
std::string estimator_svg(const record::EstimatorAtFpr& bound, FigureUse use = FigureUse::page);

}  // namespace pauc::report
