#pragma once

#include "pauc/metric/cases.h"
#include "pauc/metric/region.h"

namespace pauc {

/// Area under the ROC curve, computed without drawing it.
double auc(const Cases& cases, int threads = 1);
/// Area inside a region, by the fastest route. Without weights it sorts each class separately, and only the part that
/// the region can see: a random sample of the negatives gives a lower bound of the score at fpr_max, and one pass drops
/// the rest. With weights it computes the whole curve.
double partial_auc(const Cases& cases, const Region& region, Scale scale, int threads = 1);
/// Area inside a TPR band.
double partial_auc(const Cases& cases, const TprBand& band, Scale scale, int threads = 1);

}  // namespace pauc
