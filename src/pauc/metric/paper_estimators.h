#pragma once

#include "pauc/metric/region.h"
#include "pauc/metric/roc.h"

namespace pauc {

// The counting estimators that the paper defines (zhu2022, section 3): the number of pairs in which a positive scores
// strictly above a negative, over chosen ranks, divided by n+ n-.
//
//   one-way: all positives against the negatives of ranks k1 + 1 .. k2, k1 = ceil(n- fpr_min), k2 = floor(n- fpr_max)
//   two-way: the lowest floor((1 - tpr_min) n+) positives against the highest floor(fpr_max n-) negatives
//
// Departure: the paper prints floor(n+ tpr_min) for the two-way count of positives, a misprint. The estimators are not
// defined with weights.
double paper_estimate(const RocCurve& curve, const Region& region);

}  // namespace pauc
