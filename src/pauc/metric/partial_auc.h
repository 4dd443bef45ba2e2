#pragma once

#include "pauc/metric/cases.h"
#include "pauc/metric/region.h"

namespace pauc {

// The quick way to one number. Without weights each class is sorted apart, as bare keys, and only the part that the
// region can see: a random sample of the negatives bounds the score at fpr_max from below, and one pass drops what lies
// under it. With weights the whole curve is drawn.
double auc(const Cases& cases, int threads = 1);
double partial_auc(const Cases& cases, const Region& region, Scale scale, int threads = 1);
double partial_auc(const Cases& cases, const TprBand& band, Scale scale, int threads = 1);

}  // namespace pauc
