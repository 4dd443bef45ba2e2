#pragma once

#include <string>

#include "pauc/record/estimator.h"
#include "pauc/report/figure/figure.h"

namespace pauc::report {

// Relative error against lambda, which has a logarithmic axis: the mean of the draws, their median with the quartiles
// as a band, and the lambda with the smallest mean. The error's axis begins at 0; where the errors are of several
// orders of magnitude it is logarithmic too. Refuses a bound without lambdas, and errors that are not finite.
std::string estimator_svg(const record::EstimatorAtFpr& bound, FigureUse use = FigureUse::page);

}  // namespace pauc::report
