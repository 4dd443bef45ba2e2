#include "pauc/metric/paper_estimators.h"

#include <algorithm>
#include <cmath>

namespace pauc {

double paper_estimate(const RocCurve& curve, const Region& region) {
  const Vertex totals = curve.totals();
  const double first_rank = std::ceil(guarded_share(region.fpr_min, totals.negatives));
  const double last_rank = std::floor(guarded_share(region.fpr_max, totals.negatives));
  const double lowest_positives = std::floor(guarded_share(1 - region.tpr_min, totals.positives));
  const double highest_positives = totals.positives - lowest_positives;

  double pairs = 0;
  for (std::size_t k = 1; k < curve.vertices.size(); ++k) {
    const Vertex above = curve.vertices[k - 1];
    const double counted = std::min(curve.vertices[k].negatives, last_rank) - std::max(above.negatives, first_rank);
    if (counted > 0) pairs += counted * std::max(0.0, above.positives - highest_positives);
  }
  return pairs / totals.negatives / totals.positives;
}

}  // namespace pauc
