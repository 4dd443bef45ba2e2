#include "pauc/report/applied_threshold.h"

#include "pauc/report/page/curve_points.h"

namespace pauc::report {

std::vector<AppliedThreshold> applied_thresholds(const record::ModelCard& card, const RocCurve& curve,
                                                 RateIntervals intervals, double confidence) {
  const Vertex totals = curve.totals();
  std::vector<AppliedThreshold> list;
  for (const record::CardThreshold& kept : card.thresholds) {
    const Vertex at = curve.vertices[vertex_at(curve, kept.threshold)];
    AppliedThreshold here{
        kept.fpr, kept.threshold, at.negatives / totals.negatives, at.positives / totals.positives, {}, {}};
    if (intervals == RateIntervals::exact) {
      here.fpr_ci.interval = clopper_pearson(at.negatives, totals.negatives, confidence);
      here.tpr_ci.interval = clopper_pearson(at.positives, totals.positives, confidence);
    }
    list.push_back(here);
  }
  return list;
}

}  // namespace pauc::report
